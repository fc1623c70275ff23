import {readFile} from 'node:fs/promises';
import test from 'ava';
import {
  type ChangeKind,
  changeKindNames,
  compareVehicles,
  membersSince,
} from '#core/domain/vehicle-changes.ts';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {fieldNotes} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {contentJson, mappingVersion} from '#mappings/vehicle-document.ts';
import {applied, type Content, present} from '../../changes/follower.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {randomFleet} from '../../search/fleet/random-fleet.ts';

type Members = NonNullable<Parameters<typeof aVehicleDocument>[0]>;

const unregistered = {isRegistered: false} as const;
const blue = {id: '10', name: 'Blue', originalName: 'Blå'};
const red = {id: '4', name: 'Red', originalName: 'Rød'};
const [reading, lower] = [
  {date: '2026-01-01', odometerReadingKm: 90_000},
  {date: '2026-01-01', odometerReadingKm: 80_000},
];

/** A vehicle before and afterwards, and the kinds of its change. */
const changes: Readonly<Record<string, readonly [Members, Members, readonly ChangeKind[]]>> = {
  'what is the same has no kind': [{}, {}, []],
  'a deregistration is one of the status too': [
    {},
    unregistered,
    ['Deregistered', 'StatusChanged'],
  ],
  'so is a registration': [unregistered, {}, ['Registered', 'StatusChanged']],
  'another day on which the plate expires is one of the status': [
    {},
    {registrationNumberExpiresOn: '2026-01-01'},
    ['StatusChanged'],
  ],
  'a vehicle with another plate is replated': [
    {registrationNumber: 'ZZ10001'},
    {registrationNumber: 'ZZ10002'},
    ['Replated'],
  ],
  'a vehicle with one plate more is replated': [
    {registrationNumber: 'ZZ10001'},
    {registrationNumber: 'ZZ10001', plates: ['ZZ10001', 'ZZ10002']},
    ['Replated'],
  ],
  'a first inspection is one': [{}, {inspection: {date: '2026-01-01'}}, ['Inspected']],
  'a later inspection is one': [
    {inspection: {date: '2024-01-01'}},
    {inspection: {date: '2026-01-01', odometerReadingKm: 90_000}},
    ['Inspected'],
  ],
  'an earlier inspection is a correction': [
    {inspection: {date: '2026-01-01'}},
    {inspection: {date: '2024-01-01'}},
    ['InspectionCorrected'],
  ],
  'no inspection any more is a correction': [{inspection: reading}, {}, ['InspectionCorrected']],
  'a lower reading at the same inspection is a correction, and told as lower': [
    {inspection: reading},
    {inspection: lower},
    ['InspectionCorrected', 'OdometerLower'],
  ],
  'a lower reading of the vehicle is one that changed': [
    {engine: {odometerReadingKm: 90_000}},
    {engine: {odometerReadingKm: 80_000}},
    ['OdometerLower', 'OdometerChanged'],
  ],
  'a reading that is gone is not lower': [
    {engine: {maxPowerKw: 50, odometerReadingKm: 90_000}},
    {engine: {maxPowerKw: 50}},
    ['OdometerChanged'],
  ],
  'another color is one': [{color: blue}, {color: red}, ['ColorChanged']],
  'an engine that the vehicle had not is a technical change': [
    {},
    {engine: {maxPowerKw: 50}},
    ['TechnicalChanged'],
  ],
};

for (const [what, [before, after, kinds]] of Object.entries(changes)) {
  test(what, t => {
    const versions = {before: aVehicleDocument(before), after: aVehicleDocument(after)};
    t.deepEqual(compareVehicles(versions).kinds, kinds);
  });
}

test('a vehicle that comes or goes has that kind alone', t => {
  const document = aVehicleDocument({inspection: reading, engine: {odometerReadingKm: 1}});
  t.deepEqual(compareVehicles({before: undefined, after: document}).kinds, ['Added']);
  t.deepEqual(compareVehicles({before: document, after: undefined}).kinds, ['Removed']);
});

const example = (schema: object): unknown => fieldNotes.get(schema as never)?.example;

const examples = (fields: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, example(schema)]));

const records = {
  technicalDetails: technicalFields,
  engine: engineFields,
  inspection: inspectionFields,
  environment: environmentFields,
};

/** A vehicle that has all members, and the same without one of them, by the name of that. */
const complete = aVehicleDocument({
  ...examples(vehicleFields),
  ...Object.fromEntries(Object.entries(records).map(([name, fields]) => [name, examples(fields)])),
} as Members);

const lacking = new Map([
  ...Object.keys(vehicleFields)
    .filter(name => !['id', 'nextInspectionEstimate'].includes(name))
    .map(name => [name, {...complete, vehicle: {...complete.vehicle, [name]: null}}] as const),
  ...Object.entries(records).flatMap(([record, fields]) =>
    Object.keys(fields).map(name => {
      const {[name]: _, ...others} = complete[record as keyof typeof records] as Content;
      const shown = record === 'environment' ? 'environmentalInformation' : record;
      return [`${shown}.${name}`, {...complete, [record]: others}] as const;
    }),
  ),
]);

test('a change of any member has a kind, but those of derived members are none', t => {
  for (const [name, after] of lacking) {
    const {members, kinds} = compareVehicles({before: complete, after});
    t.deepEqual(
      members.map(each => each.name),
      [name],
    );
    t.true(kinds.length > 0, name);
  }
  const estimate = {date: '2027-01-01'} as never;
  const after = {...complete, vehicle: {...complete.vehicle, nextInspectionEstimate: estimate}};
  t.deepEqual(compareVehicles({before: complete, after}), {members: [], kinds: []});
});

test('the members of a change make the vehicle before into the one afterwards', t => {
  const [some, others] = [randomFleet(1, 150), randomFleet(2, 150)];
  const kinds = new Set<ChangeKind>();
  for (const [at, before] of some.entries()) {
    const after = others[at];
    if (!after) continue;
    const [was, is] = [before, after].map(each => JSON.parse(contentJson(each)) as Content);
    for (const [from, to] of [
      [{id: before.vehicle.id}, is],
      [was, is],
    ] as const) {
      const versions = {before: from === was ? before : undefined, after};
      const change = compareVehicles(versions);
      for (const kind of change.kinds) kinds.add(kind);
      t.deepEqual(present(applied(from ?? {}, change.members)), present(to ?? {}));
    }
  }
  t.true(kinds.size > 10, [...kinds].join());
  t.true(new Set(changeKindNames).isSupersetOf(kinds));
});

test('a member that came with a later mapping version changes no vehicle', t => {
  const since = {'engine.maxPowerKw': mappingVersion + 1, color: mappingVersion + 1};
  const compare = (before: Members, after: Members, version: number) =>
    compareVehicles(
      {before: aVehicleDocument(before), after: aVehicleDocument(after)},
      version,
      since,
    ).members.map(({name}) => name);
  const [before, after] = [
    {inspection: reading},
    {inspection: lower, color: blue, engine: {maxPowerKw: 50}},
  ];
  t.deepEqual(compare(before, after, mappingVersion), ['inspection.odometerReadingKm']);
  t.deepEqual(compare(before, after, mappingVersion + 1), [
    'color',
    'engine',
    'inspection.odometerReadingKm',
  ]);
  const more = {...after, engine: {maxPowerKw: 50, variant: 'a'}};
  t.deepEqual(compare(before, more, mappingVersion), ['engine', 'inspection.odometerReadingKm']);
});

/** The members of an example at any depth, by their paths; of a list those of its first item. */
const pathsIn = (value: unknown, path = ''): readonly string[] => {
  const [item = value] = Array.isArray(value) ? value : [];
  if (typeof item !== 'object' || item === null) return [path];
  return Object.entries(item).flatMap(([name, member]) =>
    pathsIn(member, path === '' ? name : `${path}.${name}`),
  );
};

test('a member that mapping version 6 did not have is named with the version that brought it', async t => {
  const fixture = new URL('../../fixtures/members-of-mapping-6.json', import.meta.url);
  const known: readonly string[] = JSON.parse(await readFile(fixture, 'utf8'));
  const paths = pathsIn(JSON.parse(contentJson(complete)));
  const isSince = (path: string, name: string) => path === name || path.startsWith(`${name}.`);
  const unnamed = paths.filter(
    path => !known.includes(path) && !Object.keys(membersSince).some(name => isSince(path, name)),
  );
  t.deepEqual(unnamed, [], 'membersSince of core/domain/vehicle-changes.ts must have these');
  for (const [name, version] of Object.entries(membersSince)) {
    t.true(version > 6 && version <= mappingVersion, name);
    t.true(
      paths.some(path => isSince(path, name)),
      name,
    );
  }
});
