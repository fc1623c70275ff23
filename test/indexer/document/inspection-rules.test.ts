import {readFileSync} from 'node:fs';
import test from 'ava';
import {
  estimateInspection,
  type InspectionFacts,
  inspectionRules,
} from '#indexer/document/inspection-rules.ts';

const car: InspectionFacts = {
  kind: 'Personbil',
  usage: 'Privat personkørsel',
  grossWeightKg: 1750,
  firstRegisteredOn: '2020-03-12',
  permits: [],
  inspection: undefined,
};

const approved = (date: string) => ({type: 'PeriodiskSyn', result: 'Godkendt', date});
const permit = (name: string, hasEnd = false) => ({permits: [{name, hasEnd}]});

const follows = test.macro({
  title: (_, what: string, rule: string) => `${what} follows ${rule}`,
  exec(t, _what: string, rule: string, facts: Partial<InspectionFacts>) {
    t.is(estimateInspection({...car, ...facts}, 2026)?.rule, rule);
  },
});

const year = {firstRegisteredOn: '2025-03-12'};
test(follows, 'a private car', 'FourYearsThenEveryTwo', {...year});
test(follows, 'a car of 3,500 kg', 'FourYearsThenEveryTwo', {...year, grossWeightKg: 3500});
test(follows, 'a van for goods', 'FourYearsThenEveryTwo', {
  ...year,
  kind: 'Varebil',
  usage: 'Godstransport privat/erhverv',
});
test(follows, 'a taxi', 'EveryYear', {...year, usage: 'Taxikørsel'});
test(follows, 'a taxi for hire', 'EveryYear', {
  ...year,
  usage: 'Taxikørsel',
  ...permit('Udlejning Uden Fører'),
});
test(follows, 'an ambulance of any weight', 'EveryYear', {
  ...year,
  usage: 'Ambulancekørsel',
  grossWeightKg: undefined,
});
test(follows, 'a bus', 'EveryYear', {...year, kind: 'Stor personbil', usage: undefined});
test(follows, 'a truck', 'EveryYear', {...year, kind: 'Lastbil', grossWeightKg: 3501});
test(follows, 'a heavy trailer', 'EveryYear', {...year, kind: 'Påhængsvogn', grossWeightKg: 3501});
for (const name of ['Udlejning Uden Fører', 'Øvelseskørsel']) {
  test(follows, `a van with a permit for ${name}`, 'EveryTwoYears', {
    ...year,
    kind: 'Varebil',
    ...permit(name),
  });
  test(follows, `a car with a permit for ${name}, once inspected,`, 'EveryTwoYears', {
    inspection: approved('2024-03-05'),
    ...permit(name),
  });
}
test(follows, 'a veteran', 'VeteranEveryEightYears', {
  firstRegisteredOn: '1986-03-12',
  ...permit('Veterankørsel'),
});

const isUnsure = test.macro({
  title: (_, what: string) => `nothing is estimated for ${what}`,
  exec(t, _what: string, facts: Partial<InspectionFacts>) {
    t.is(estimateInspection({...car, ...year, ...facts}, 2026), undefined);
  },
});

test(isUnsure, 'a car above 3,500 kg', {grossWeightKg: 3501});
test(isUnsure, 'a car without a weight', {grossWeightKg: undefined});
test(isUnsure, 'a car without a usage', {usage: undefined});
test(isUnsure, 'a car of a usage that is not named', {usage: 'Særlig anvendelse'});
test(isUnsure, 'a truck of 3,500 kg', {kind: 'Lastbil', grossWeightKg: 3500});
test(isUnsure, 'a light trailer', {kind: 'Påhængsvogn', grossWeightKg: 3500});
for (const kind of ['Motorcykel', 'Traktor', 'Lille knallert', 'Campingvogn', '']) {
  test(isUnsure, `the kind "${kind}"`, {kind});
}
for (const name of ['Udlejning Uden Fører', 'Øvelseskørsel']) {
  test(isUnsure, `the first inspection of a car with a permit for ${name}`, permit(name));
}
for (const name of ['Udlejning Uden Fører', 'Øvelseskørsel', 'Veterankørsel']) {
  test(isUnsure, `a permit for ${name} that ends`, permit(name, true));
}
test(isUnsure, 'a car that did not pass', {
  inspection: {...approved('2026-01-02'), result: 'IkkeGodkendt'},
});
test(isUnsure, 'a car with a registration inspection', {
  inspection: {...approved('2026-01-02'), type: 'RegistreringsSyn'},
});
test(isUnsure, 'a car with an inspection without a date', {
  inspection: {...approved(''), date: undefined},
});

const isDue = test.macro({
  title: (_, firstRegisteredOn: string, inspectedOn: string | undefined, due: string | undefined) =>
    `first registered on ${firstRegisteredOn}, inspected on ${inspectedOn}: due on ${due}`,
  exec(t, firstRegisteredOn: string, inspectedOn: string | undefined, due: string | undefined) {
    const inspection = inspectedOn === undefined ? undefined : approved(inspectedOn);
    const estimate = estimateInspection({...car, firstRegisteredOn, inspection}, 2026);
    t.is(estimate?.date, due);
  },
});

test(isDue, '2024-02-29', undefined, '2028-02-29');
test(isDue, '2022-03-01', '2026-02-28', '2028-02-28');
test(isDue, '2020-01-10', '2024-02-29', '2026-02-28');
test(isDue, '2022-05-31', '2026-03-31', '2028-03-31');
test(isDue, '2022-05-31', '2026-03-30', undefined);
test(isDue, '2022-02-15', '2025-12-15', '2027-12-15');
test(isDue, '2022-02-15', '2025-12-14', undefined);
test(isDue, '2021-03-12', '2021-03-12', '2025-03-12');
test(isDue, '2021-03-12', '2020-03-12', '2025-03-12');
test(isDue, '2020-12-31', undefined, undefined);
test(isDue, '2021-01-01', undefined, '2025-01-01');

test('what it was derived from is told', t => {
  t.deepEqual(estimateInspection({...car, inspection: approved('2024-03-05')}, 2026), {
    date: '2026-03-05',
    rule: 'FourYearsThenEveryTwo',
    lastInspectedOn: '2024-03-05',
    grossWeightKg: 1750,
  });
  t.like(estimateInspection({...car, ...year}, 2026), {lastInspectedOn: null});
});

const veteranDue = test.macro({
  title: (_, inspectedOn: string, due: string) =>
    `a veteran of 1986 that was inspected on ${inspectedOn} is due on ${due}`,
  exec(t, inspectedOn: string, due: string) {
    const facts = {...car, firstRegisteredOn: '1986-03-12', ...permit('Veterankørsel')};
    t.is(estimateInspection({...facts, inspection: approved(inspectedOn)}, 2026)?.date, due);
  },
});

test(veteranDue, '2024-03-05', '2026-03-12');
test(veteranDue, '2026-03-05', '2034-03-05');

test('docs/inspection-estimate.md has the rules as they are, in their order', t => {
  const page = readFileSync(
    new URL('../../../docs/inspection-estimate.md', import.meta.url),
    'utf8',
  );
  const rows = Array.from(page.matchAll(/^\| `(\w+)` \| (\d+) years? \| (\d+) years? \|/gm));
  t.deepEqual(
    rows.map(([, rule = '', first, interval]) => [rule, Number(first), Number(interval)]),
    inspectionRules.map(({rule, first, interval}) => [rule, first, interval]),
  );
});
