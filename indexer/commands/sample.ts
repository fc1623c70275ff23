import {stat} from 'node:fs/promises';
import {Command} from 'commander';
import {oneLine, wholeNumber} from '#core/command-line/arguments.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {type SampleOptions, writeSample} from '#sample/write-sample.ts';
import {print} from './shared.ts';

/** Refuses a path that cannot be written as wrong usage, and one such as /dev/null, which the file would replace. */
const writeOrRefuse = async (options: SampleOptions) => {
  const found = await stat(options.out).catch(() => undefined);
  if (found && !found.isFile())
    throw new UsageError(`"${options.out}" is not a file. Pass the path of one.`);
  return await writeSample(options).catch((cause: NodeJS.ErrnoException) => {
    const isPathWrong = /^(?:ENOENT|EACCES|EPERM|ENOTDIR|EROFS)$/.test(`${cause.code}`);
    if (!isPathWrong) throw cause;
    throw new UsageError(`"${options.out}" cannot be written. ${cause.message}.`, {cause});
  });
};

type Options = SampleOptions & {readonly json?: boolean};

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
    .requiredOption('--out <file>', 'path of the zip to write', oneLine)
    .action(async ({json, ...options}: Options) => {
      const counts = await writeOrRefuse({...options, signal});
      const text = `${options.out}: ${counts.vehicles} vehicles in ${counts.records} records, ${counts.bytes} bytes of XML.`;
      print(counts, () => text, json);
    });
