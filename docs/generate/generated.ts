import {pictures} from './pictures.ts';
import {tables} from './tables.ts';

/** The pages with generated parts, in `docs/`. */
export const generatedPages = [
  'api.md',
  'architecture.md',
  'configuration.md',
  'test-environment.md',
] as const;

const parts = new Map(Object.entries({...tables, ...pictures}));

/** A page with each `<!-- generated: name -->` … `<!-- end -->` filled from the declarations. */
export const withGenerated = (page: string): string =>
  page.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const write = parts.get(name);
      if (!write) throw new Error(`There is no table or picture ${name}.`);
      return `${start}\n${write()}\n\n${end}`;
    },
  );
