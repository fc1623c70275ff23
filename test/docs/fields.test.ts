import {readFile} from 'node:fs/promises';
import test from 'ava';
import {z} from 'zod';
import {enumWords, fuelNames} from '#core/domain/english.ts';
import {firstYear} from '#mappings/fields/vehicle.ts';
import {referenceLists} from '#mappings/reference-document.ts';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {endpoints} from '#src/api/index.ts';
import {records} from '#src/api/vehicles/vehicle-records.ts';

const page = await readFile(new URL('../../docs/fields.md', import.meta.url), 'utf8');

const sectionOf = (title: string): string => {
  const [, rest = ''] = page.split(`## ${title}\n`);
  return rest.split('\n## ')[0] ?? '';
};

const rowsOf = (title: string) =>
  sectionOf(title)
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()));

/** The schemas of the entries of reference lists. */
const entries = endpoints
  .filter(({tag, path}) => tag === 'Reference data' && path.endsWith('/{id}'))
  .map(({responses}) => responses[200] as z.ZodObject);

/** The members of the objects in a list; references, which are described once, have none. */
const inside = (schema: z.ZodType | undefined): ReadonlyMap<string, z.ZodType> => {
  const entry = schema instanceof z.ZodArray ? schema.element : undefined;
  const isReference = entry instanceof z.ZodType && entry.meta()?.id !== undefined;
  return new Map(
    entry instanceof z.ZodObject && !isReference ? Object.entries<z.ZodType>(entry.shape) : [],
  );
};

test('every reference list has its entry', t => {
  t.is(entries.length, referenceLists.length);
});

const resources = [
  VehicleResponse.clone().meta({id: 'VehicleResponse'}),
  ...Object.values(records).map(({response}) => response),
];

for (const response of [...resources, ...entries]) {
  const title = response.meta()?.id ?? '';
  const shape: Readonly<Record<string, z.ZodType>> = response.shape;

  test(`docs/fields.md lists every member of ${title}, and no other`, t => {
    const members = rowsOf(title).map(([, member = '']) => member.replaceAll('`', ''));
    const expected = Object.entries(shape).flatMap(([name, schema]) => [
      name,
      ...Array.from(inside(schema).keys(), inner => `${name}[].${inner}`),
    ]);
    t.deepEqual(members, expected);
  });

  test(`docs/fields.md gives a type, a register element and an example for ${title}`, t => {
    for (const [, member, type, , element, example] of rowsOf(title)) {
      t.truthy(type, `${member} has no type`);
      t.regex(element ?? '', /^`[\w/ +]+`$/, `${member} has no register element`);
      t.notThrows(() => JSON.parse(example?.replaceAll('`', '') ?? ''), `${member} has no example`);
    }
  });

  test(`the examples in docs/fields.md are values ${title} can have`, t => {
    for (const [, member = '', , , , example = ''] of rowsOf(title)) {
      const [name = '', inner] = member.replaceAll('`', '').split('[].');
      const schema = inner === undefined ? shape[name] : inside(shape[name]).get(inner);
      const value: unknown = JSON.parse(example.replaceAll('`', ''));
      t.true(schema?.safeParse(value).success, `${member} cannot be ${example}`);
    }
  });
}

test('docs/fields.md names the members of a vehicle that are never null', t => {
  const neverNull = resources
    .flatMap(({shape}) => Object.entries<z.ZodType>(shape))
    .flatMap(([name, schema]) => [[name, schema] as const, ...inside(schema)])
    .filter(([, schema]) => !(schema instanceof z.ZodNullable || schema instanceof z.ZodArray))
    .map(([name]) => name);
  const [, listed = ''] = /Never `null` are: (.*?)\n- /s.exec(page) ?? [];
  const named = Array.from(listed.matchAll(/`(\w+)`/g), ([, name]) => name);
  t.deepEqual(named.toSorted(), neverNull.toSorted());
});

test('docs/fields.md names the first year that the register can mean', t => {
  t.true(page.includes(`time before ${firstYear},`));
});

test('members of one type keep their own elements', t => {
  const elements = rowsOf('VehicleResponse').map(
    ([, member, , , element]) => `${member} ${element}`,
  );
  t.true(elements.some(each => /^`make` .*MaerkeType/.test(each)));
  t.true(elements.some(each => /^`kind` .*KoeretoejArt/.test(each)));
  t.true(elements.some(each => /^`model` .*Model`$/.test(each)));
});

const meaningOf = (member: string): string =>
  page.split('\n').find(line => line.startsWith(`| \`${member}\` |`)) ?? '';

/** By member, the words on which the tax agency's definition of its element turns. */
const meanings: Readonly<Record<string, RegExp>> = {
  towBarFitted: /whether a tow bar .* is fitted/i,
  ncapFiveStars: /passed Euro NCAP with at least five stars/,
  'fuels[].isPrimary': /is the one that counts for the vehicle/,
  towingWeightUnbrakedKg: /0 if the vehicle may not tow one.*true, the register contradicts itself/,
  towingWeightBrakedKg: /0 if the vehicle may not tow one.*true, the register contradicts itself/,
  trafficDamage: /visibly repaired after major traffic damage/,
  taxAxleCount: /axles of the trailer, for the tax/,
  taxAxleLoadKg: /tax.* a trailer's gross mass, or a semi-trailer's axle load/,
  semiTrailerAxleLoadKg: /largest permitted axle load of the semi-trailer/i,
  maxAxleLoadKg: /largest permitted axle load. It can be that of a bogie/i,
  kerbWeightMinKg: /the smallest one if kerbWeightMaxKg is given/,
  seatsMin: /including the driver's; the smallest number if seatsMax is given/,
  seatsMax: /including the driver's/,
  passengerCount: /commercial vehicles/,
  airSuspension: /Not seen in any extract so far/,
  reinspectionDeadline: /Not seen in any extract so far/,
};

for (const [member, meaning] of Object.entries(meanings)) {
  test(`docs/fields.md gives ${member} the meaning that the register has for it`, t => {
    t.regex(meaningOf(member), meaning);
  });
}

test('docs/fields.md lists every English word that stands for a status, a type or a fuel', t => {
  const meanings = page.split('\n').map(line => line.split(' | ').at(-1) ?? '');
  const isListed = (word: string) => {
    const listed = new RegExp(`[:,] ${word}[,.]| ${word} or | or ${word}\\.|^${word},`);
    return meanings.some(meaning => listed.test(meaning));
  };
  const words = new Set([...enumWords.values(), ...fuelNames.values()]);
  t.deepEqual(
    Array.from(words).filter(word => !isListed(word)),
    [],
  );
});
