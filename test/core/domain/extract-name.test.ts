import test from 'ava';
import {instantInName, isExtractName, newestFirst, toStamp} from '#core/domain/extract-name.ts';

const tells = test.macro({
  title: (_, name: string, instant: string | null) => `${name} tells ${instant ?? 'no time'}`,
  exec(t, name: string, instant: string | null) {
    t.is(instantInName(name), instant);
  },
});

test(tells, 'ESStatistikListeModtag-20260726-190512.zip', '2026-07-26T17:05:12.000Z');
test(tells, 'ESStatistikListeModtag-20260118-003000.zip', '2026-01-17T23:30:00.000Z');
test(tells, 'copy of ESStatistikListeModtag-20260118-120000', '2026-01-18T11:00:00.000Z');
test(tells, 'ESStatistikListeModtag-20260329-013000.zip', '2026-03-29T00:30:00.000Z');
test(tells, 'ESStatistikListeModtag-20260329-033000.zip', '2026-03-29T01:30:00.000Z');
test(tells, 'ESStatistikListeModtag-20261025-013000.zip', '2026-10-24T23:30:00.000Z');
test(tells, 'ESStatistikListeModtag-20261025-023000.zip', '2026-10-25T01:30:00.000Z');
test(tells, 'ESStatistikListeModtag-20261025-033000.zip', '2026-10-25T02:30:00.000Z');
test(tells, 'ESStatistikListeModtag-20261318-120000.zip', null);
test(tells, 'ESStatistikListeModtag-20260230-120000.zip', null);
test(tells, 'ESStatistikListeModtag.zip', null);
test(tells, '20260118-120000.zip', null);

const stamped = test.macro({
  title: (_, instant: string, stamp: string) => `${instant} is ${stamp} in Denmark`,
  exec(t, instant: string, stamp: string) {
    t.is(toStamp(instant), stamp);
  },
});

test(stamped, '2026-07-26T01:15:00Z', '20260726-031500');
test(stamped, '2026-11-15T02:15:00.000Z', '20261115-031500');
test(stamped, '2026-12-31T23:00:00Z', '20270101-000000');
test(stamped, '2026-01-01T00:00:00+02:00', '20251231-230000');

test('only a whole name in the form of the register counts as one of its files', t => {
  const older = 'ESStatistikListeModtag-20261108-031500.zip';
  const newer = 'ESStatistikListeModtag-20261115-031500.zip';
  const never = 'ESStatistikListeModtag-20270229-031500.zip';
  const others = [
    never,
    `${newer}.part`,
    `copy of ${newer}`,
    'ESStatistikListeModtag.zip',
    'zz.zip',
  ];
  t.false(others.some(isExtractName));
  t.deepEqual(newestFirst([older, ...others, newer]), [newer, older]);
});
