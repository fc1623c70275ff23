import {Command} from 'commander';
import {wholeNumber} from '#command-line/whole-number.ts';
import {writeSample} from '../sample/write-sample.ts';

type Options = {
  readonly vehicles: number;
  readonly seed: number;
  readonly out: string;
  readonly json: boolean;
};

/** `sample`: a synthetic extract in the register's format. The same seed gives the same file. */
export const sampleCommand = (signal: AbortSignal): Command =>
  new Command('sample')
    .description("Writes a synthetic extract in the register's format.")
    .requiredOption('--vehicles <number>', 'distinct vehicles', wholeNumber(1, 999_999_999))
    .option('--seed <number>', 'another seed gives other vehicles', wholeNumber(0, 2 ** 32 - 1), 1)
    .requiredOption('--out <file>', 'path of the zip to write')
    .option('--json', 'print what was written as JSON', false)
    .action(async ({vehicles, seed, out, json}: Options) => {
      const written = await writeSample({vehicles, seed, out, signal});
      const text = `${out}: ${written.vehicles} vehicles in ${written.records} records, ${written.bytes} bytes of XML.`;
      process.stdout.write(`${json ? JSON.stringify(written) : text}\n`);
    });
