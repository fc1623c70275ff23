import test from 'ava';
import {logDisplay, terminalDisplay} from '#core/command-line/progress.ts';
import {fetchProgress} from '#indexer/fetch/fetch-extract.ts';
import {watchedProgress} from '../../helpers/fakes/watched-progress.ts';

const file = {name: 'week46.zip', size: 200 * 2 ** 20, modifiedAt: null, entityTag: null};
const mebibytes = 2 ** 20;

const overwrites = '\r\u001b[K';

test('a terminal shows the amount, the rate and the time left', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, fetchProgress);
  progress.started(file, 0);
  t.is(text(), 'fetching week46.zip …\n');
  at(10_000);
  progress.advance(50 * mebibytes, file.size);
  t.is(text(), `${overwrites}${'█'.repeat(8)}${'░'.repeat(22)}  25 %  50 MiB, 5 MiB/s, 30 s left`);
  progress.notice('It broke. Retrying.');
  t.is(text(), '\nIt broke. Retrying.\n');
  at(11_000);
  progress.advance(50 * mebibytes, null);
  t.is(text(), `${overwrites}50 MiB, 5 MiB/s`);
});

test('the rate counts only bytes of this download', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, fetchProgress);
  progress.started(file, 100 * mebibytes);
  t.is(text(), 'fetching week46.zip, resuming at 100 MiB …\n');
  at(10_000);
  progress.advance(150 * mebibytes, file.size);
  t.regex(text(), /75 % {2}150 MiB, 5 MiB\/s, 10 s left$/);
});

test('a log gets one JSON object a line, and progress every five seconds', t => {
  const {progress, at, events} = watchedProgress(logDisplay, fetchProgress);
  progress.started(file, 10);
  for (const [time, bytes] of [
    [0, 10],
    [4999, 20],
    [5000, 5010],
  ] as const) {
    at(time);
    progress.advance(bytes, file.size);
  }
  progress.notice('It broke. Retrying.');
  const totalBytes = file.size;
  t.deepEqual(events(), [
    {event: 'phase', phase: 'fetching', name: 'week46.zip', bytesRead: 10, totalBytes},
    {event: 'progress', bytesRead: 10, totalBytes, bytesPerSecond: 0},
    {event: 'progress', bytesRead: 5010, totalBytes, bytesPerSecond: 1000},
    {event: 'notice', sentence: 'It broke. Retrying.'},
  ]);
});
