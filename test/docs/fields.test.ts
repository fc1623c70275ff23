import {readFile} from 'node:fs/promises';
import test from 'ava';
import {z} from 'zod';
import {firstYear} from '#mappings/fields/vehicle.ts';
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
  t.is(entries.length, 9);
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
