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
  /** What is to be done at the end, however that comes about. */
  readonly cleanUp: AsyncDisposableStack;
};

/** The same for every run, so that runs of one size import the same records. */
export const seed = 1;

/** Connects to the engines. What the measurements make is removed with `cleanUp`. */
export const openBench = async (
  options: Options,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
): Promise<Bench> => {
  const prefix = `bench-${process.pid}-`;
  const engines = await openEngines(prefix, cleanUp);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanUp.defer(() => rm(folder, {recursive: true}));
  const sample = join(folder, 'ESStatistikListeModtag-20261115-031500.zip');
  return {options, engines, folder, sample, prefix, signal, cleanUp};
};
