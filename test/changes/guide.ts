import {openApiDocument} from '#src/openapi/document.ts';
import {codeBlocks, readPage} from '../docs/pages.ts';

/** Vehicles with their records, by their ids. */
export type Copy = Map<string, Readonly<Record<string, unknown>>>;

type Guide = {
  readonly follow: (
    server: string,
    key: string,
    since: number,
    apply: (change: object) => unknown,
  ) => Promise<number>;
  readonly applyTo: (copy: Copy, change: object) => void;
  readonly digestOf: (vehicles: Iterable<object>, schemas: object) => string;
};

const {text} = await readPage('docs/api.md');
const code = codeBlocks(text, 'js').find(each => each.includes('digestOf')) ?? '';
const guide: Guide = await import(`data:text/javascript,${encodeURIComponent(code)}`);

export const {follow, applyTo} = guide;

const schemas = openApiDocument('https://api.example').components?.schemas ?? {};

/** The digest of vehicles, by the code that docs/api.md shows. */
export const digestOf = (vehicles: Iterable<object>): string => guide.digestOf(vehicles, schemas);
