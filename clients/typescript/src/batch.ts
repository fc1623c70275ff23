import {DatasetChanged} from './errors.ts';
import {namedDataset} from './one-dataset.ts';
import type {BatchPlatesResponse} from './schema.ts';

/** The result of one plate: its vehicle, or why there is none. */
export type PlateResult = BatchPlatesResponse['data'][number];

/** How many plates one request takes. */
const platesPerBatch = 500;

/** Asks for the vehicles of some plates. */
type AskBatch = (
  plates: string[],
) => Promise<{readonly data: BatchPlatesResponse; readonly response: Response}>;

type Part = {readonly plates: string[]; results: readonly PlateResult[]; version?: string};

/** Each plate once, since every request counts it anew. */
const partsOf = (plates: readonly string[]): readonly Part[] => {
  const distinct = [...new Set(plates)];
  const count = Math.ceil(distinct.length / platesPerBatch);
  return Array.from({length: count}, (_, at) => ({
    plates: distinct.slice(at * platesPerBatch, (at + 1) * platesPerBatch),
    results: [],
  }));
};

/**
 * A batch of any number of plates. Each `run` asks for what is missing, throws `DatasetChanged` when another dataset
 * goes live meanwhile, and asks for no part again that it has from the newest one.
 */
export const plateBatch = (plates: readonly string[], ask: AskBatch) => {
  const parts = partsOf(plates);
  let version: string | undefined;

  return async (): Promise<{data: PlateResult[]; datasetVersion: string | undefined}> => {
    for (const part of parts) {
      if (part.version !== undefined && part.version === version) continue;
      const {data, response} = await ask(part.plates);
      const before = version;
      version = namedDataset(response);
      Object.assign(part, {results: data.data, version});
      if (before !== undefined && before !== version) throw new DatasetChanged(before, version);
    }
    const found = new Map(parts.flatMap(({results}) => results.map(each => [each.plate, each])));
    return {data: plates.flatMap(plate => found.get(plate) ?? []), datasetVersion: version};
  };
};
