import {Session} from 'node:inspector/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {createLog} from '#core/log/log.ts';
import {writeSample} from '#sample/write-sample.ts';
import {publicDocuments} from '#src/app.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {startAccount} from '../helpers/engines/account.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {preparedFromFile} from '../helpers/extracts/prepared-extract.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {runAdmin} from '../helpers/processes/run-admin.ts';
import {filesOfWalk} from './pages.ts';
// What these load does not count when the command is run.
import '../../admin/key-commands.ts';
import '../../admin/account-commands.ts';
import '../../admin/plan-commands.ts';

const documents = publicDocuments('https://api.example');
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The files of ours in which a function is called in this thread while `work` is done; what runs as they are
 * loaded does not count.
 */
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

// One after the other: what runs meanwhile would count.
test.serial('the walk of a record lists the files that run, and no other', async t => {
  const file = join(aFolder(t), 'ESStatistikListeModtag-20261115-190000.zip');
  await writeSample({vehicles: 1, seed: 1, out: file});
  const files = await filesRunBy(() => preparedFromFile(file));
  const listed = await filesOfWalk('The walk of a record');
  t.deepEqual(listed.toSorted(), files.toSorted());
});

const requests = [
  ['The walk of a plate', '/v1/vehicles/plate/AB12345'],
  ['The walk of a statistic', '/v1/statistics?groupBy=kind&fromModelYear=2000'],
] as const;

for (const [title, path] of requests) {
  test.serial(`${title.toLowerCase()} lists the files that run, and no other`, async t => {
    const vehicle = aVehicleDocument({id: '1', registrationNumber: 'AB12345'});
    const {prefix} = await createTestGeneration(t, [vehicle]);
    const log = createLog('info', {write: () => {}});
    const api = await startKeyedCopy(t, prefix, {log, documents, validateResponses: false});
    let status = 0;
    const files = await filesRunBy(async () => {
      ({status} = await api.get(path));
    });
    t.is(status, 200);
    t.deepEqual((await filesOfWalk(title)).toSorted(), files.toSorted());
  });
}

test.serial('the walk of a key lists the files that run, and no other', async t => {
  const {url, accountId} = await startAccount(t);
  const files = await filesRunBy(() => runAdmin({REDIS_URL: url}, 'keys', 'issue', accountId));
  t.deepEqual((await filesOfWalk('The walk of a key')).toSorted(), files.toSorted());
});
