import {rm} from 'node:fs/promises';
import {Session} from 'node:inspector/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {writeSample} from '#sample/write-sample.ts';
import {preparedFromFile} from '../helpers/extracts/prepared-extract.ts';
import {filesOfWalk} from './pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files of ours in which a function is called while `work` is done; what runs as they are loaded does not count. */
const filesRunBy = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', {callCount: true});
    await work();
    const {result} = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({functions}) =>
        functions.some(({ranges: [range]}) => range && range.startOffset > 0 && range.count > 0),
      )
      .flatMap(({url}) =>
        url.startsWith(`file://${root}`) ? [fileURLToPath(url).slice(root.length)] : [],
      )
      .filter(path => !/^(node_modules|test)\//.test(path));
  } finally {
    session.disconnect();
  }
};

test('the walk of a record lists the files that run, and no other', async t => {
  const file = join(tmpdir(), `walk-${process.pid}-ESStatistikListeModtag-20261115-190000.zip`);
  t.teardown(() => rm(file, {force: true}));
  await writeSample({vehicles: 1, seed: 1, out: file});
  const files = await filesRunBy(() => preparedFromFile(file));
  const listed = await filesOfWalk('The walk of a record');
  t.deepEqual(listed.toSorted(), files.toSorted());
});
