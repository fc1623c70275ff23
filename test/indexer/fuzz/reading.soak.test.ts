import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import {ExtractRefused} from '#indexer/read/extract-refused.ts';
import {collectGarbage} from '../../helpers/collect-garbage.ts';
import {preparedFromFile} from '../../helpers/extracts/prepared-extract.ts';
import {fileScope} from '../../helpers/scope.ts';
import {rounds, soakSeed} from '../../helpers/soak.ts';
import {anyCase, type Case, fileOf, keptCases} from './cases.ts';

const seed = soakSeed(20_261_122);

const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
fileScope(test).teardown(() => rm(folder, {recursive: true}));

const mebibyte = 1024 ** 2;
const memory = () => {
  const {heapUsed, arrayBuffers} = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const idOf = (content: Uint8Array) =>
  `${content.length}-${crc32(content).toString(16).padStart(8, '0')}`;

/** What is made of a damaged file; undefined when it is refused. Anything else that is thrown is a bug. */
const read = async (file: Uint8Array) => {
  const path = join(folder, 'extract');
  await writeFile(path, file);
  try {
    return await preparedFromFile(path);
  } catch (error) {
    if (error instanceof ExtractRefused && /^The .+\.$/s.test(error.message)) return undefined;
    throw error;
  }
};

test(`a damaged extract is refused, or loses the damaged records alone (seed ${seed})`, async t => {
  t.timeout(1_800_000);
  const before = memory();
  let [whole, refused] = [0, 0];
  const holds = async (one: Case) => {
    const {content, file, survivors} = await fileOf(one);
    if (memory() - before > 200 * mebibyte) collectGarbage();
    const [startedAt, heldBefore] = [performance.now(), memory()];
    const made = await read(file);
    const ms = performance.now() - startedAt;
    if (ms > 20_000) throw new Error(`It took ${ms} ms.`);
    if (memory() - heldBefore > 200 * mebibyte) throw new Error('It took too much memory.');
    if (heldBefore - before > 200 * mebibyte) throw new Error('Memory is kept from run to run.');
    if (made === undefined) {
      refused += 1;
      return;
    }
    whole += 1;
    const {records, vehicles, rejects, contentId} = made;
    if (records < vehicles.length + rejects.length) throw new Error('Records were not counted.');
    // A file whose start is damaged can pass for plain text, and has no vehicle then.
    if (vehicles.length > 0 && contentId !== idOf(content) && one.container !== 'plain') {
      throw new Error('Content was read that was not packed.');
    }
    const found = new Set(vehicles.map(({vehicle}) => vehicle.id));
    const lost = survivors.filter(ident => !found.has(ident));
    if (lost.length > 0) throw new Error(`Whole records were lost: ${lost.join(', ')}.`);
  };
  await fc.assert(fc.asyncProperty(anyCase, holds), {
    seed,
    numRuns: rounds(500, 20_000),
    examples: keptCases,
    includeErrorInReport: true,
  });
  t.true(whole > 50 && refused > 50, `${whole} were read, ${refused} refused`);
});
