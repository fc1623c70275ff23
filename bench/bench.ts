import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Engines, openEngines} from './engines.ts';

export type Options = {
  readonly vehicles: number;
  readonly rounds: number;
  /** Length of one measurement of requests. */
  readonly seconds: number;
  /** Only measurements whose names contain it. */
  readonly only: string;
  readonly against?: string;
  readonly json?: true;
};

/** Shared by all measurements of a run. */
export type Bench = {
  readonly options: Options;
  readonly engines: Engines;
  /** For everything that is written. */
  readonly folder: string;
  /** Path of the extract that every copy imports, once `main.ts` wrote it. */
  readonly sample: string;
  /** Begins the names of all indices and keys. */
  readonly prefix: string;
  /** Aborts when the run is to stop. */
  readonly signal: AbortSignal;
  /** Registers what is to be done at the end, however that comes about: the newest first. */
  readonly undo: (step: () => Promise<unknown>) => void;
};

/** The same for every run, so that runs of one size import the same records. */
export const seed = 1;

const undoAll = async (steps: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps.toReversed()) {
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The bench left something behind.');
};

/** Runs `measure` on the engines, and removes everything that it made. */
export const withBench = async <Result>(
  options: Options,
  signal: AbortSignal,
  measure: (bench: Bench) => Promise<Result>,
): Promise<Result> => {
  const steps: (() => Promise<unknown>)[] = [];
  const undo = (step: () => Promise<unknown>) => void steps.push(step);
  const prefix = `bench-${process.pid}-`;
  try {
    const engines = await openEngines(prefix);
    undo(engines.close);
    undo(() => engines.deleteIndices(prefix));
    const folder = await mkdtemp(join(tmpdir(), 'bench-'));
    undo(() => rm(folder, {recursive: true}));
    const sample = join(folder, 'ESStatistikListeModtag-20261115-031500.zip');
    return await measure({options, engines, folder, sample, prefix, signal, undo});
  } finally {
    await undoAll(steps);
  }
};
