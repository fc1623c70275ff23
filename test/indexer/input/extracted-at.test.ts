import test from 'ava';
import {instantInName} from '#indexer/input/extracted-at.ts';

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
