import {Command} from 'commander';
import {UsageError} from '#core/command-line/errors.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {type SampleOptions, writeSample} from '#sample/write-sample.ts';
import {print} from './shared.ts';

const cannotBeWritten = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  /^(?:ENOENT|EACCES|EPERM|EISDIR|ENOTDIR|EROFS|ENOSPC)$/.test(String(error.code));

/** A path that cannot be written is wrong usage. */
const writeOrRefuse = async (options: SampleOptions) => {
  try {
    return await writeSample(options);
  } catch (error) {
    if (!cannotBeWritten(error)) throw error;
    throw new UsageError(`"${options.out}" cannot be written. ${error.message}.`, {cause: error});
  }
};

type Options = {
  readonly vehicles: number;
  readonly seed: number;
  readonly out: string;
  readonly json?: boolean;
};

/** `sample`: a synthetic extract in the register's format. The same seed gives the same file. */
export const sampleCommand = (signal: AbortSignal): Command =>
  new Command('sample')
    .description("Writes a synthetic extract in the register's format.")
    .requiredOption(
      '--vehicles <number>',
      'number of distinct vehicles',
      wholeNumber(1, 999_999_999),
    )
    .option(
      '--seed <number>',
      'seed of the random numbers: the same seed gives the same file',
      wholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .requiredOption('--out <file>', 'path of the zip to write')
    .action(async ({vehicles, seed, out, json}: Options) => {
      const counts = await writeOrRefuse({vehicles, seed, out, signal});
      const text = `${out}: ${counts.vehicles} vehicles in ${counts.records} records, ${counts.bytes} bytes of XML.`;
      print(counts, () => text, json);
    });
