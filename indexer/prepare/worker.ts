import {parentPort, workerData} from 'node:worker_threads';
import type {SourceRecord} from '../source/source-record.ts';
import type {ReferenceSightings} from '../stages/collect-references.ts';
import {readRecords} from '../xml/read-records.ts';
import {prepareBatch} from './prepare-batch.ts';
import type {Task, WorkerSettings} from './worker-pool.ts';

const {prefix, latestYear} = workerData as WorkerSettings;
const sightings: ReferenceSightings = new Map();

const recordsOf = (task: Exclude<Task, 'finish'>): Iterable<SourceRecord> =>
  'records' in task ? task.records : readRecords(task.block, prefix);

/** One message in, one message out, in order; `finish` is answered with the reference entries seen. */
parentPort?.on('message', (task: Task) => {
  if (task === 'finish') {
    parentPort?.postMessage(sightings);
    parentPort?.close();
    return;
  }
  const batch = prepareBatch(recordsOf(task), sightings, latestYear);
  parentPort?.postMessage(batch, [
    batch.body.buffer as ArrayBuffer,
    batch.ends.buffer as ArrayBuffer,
  ]);
});
