import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {faultLog} from '#core/log/fault-log.ts';
import {createLog} from '#core/log/log.ts';

type Line = {readonly msg: string; readonly repeated?: number} & Readonly<Record<string, unknown>>;

test('a request is logged as any other line, and with it its undefined members are not', t => {
  const lines: string[] = [];
  const log = createLog('info', {write: line => void lines.push(line)});
  const line = {method: 'GET', route: undefined, status: 200, durationMs: 1.5, aborted: true};
  log.info(line, 'request');
  log.request(line);
  log.level = 'warn';
  log.request(line);
  t.is(lines.length, 2);
  const [usual, request] = lines.map(line => line.replace(/"time":"[^"]+"/, ''));
  t.is(request, usual);
});

/** A log of faults that counts for so long, and its lines. */
const startFaultLog = (windowMs: number) => {
  const lines: Line[] = [];
  const log = createLog('info', {write: line => void lines.push(JSON.parse(line))});
  return {lines, ...faultLog(log, windowMs)};
};

const refused = () =>
  new SearchUnavailable({cause: Object.assign(new Error('No.'), {code: 'ECONNREFUSED'})});

test('an outage is one line with its cause, then a number for each window, and one when it ends', async t => {
  const {lines, fault} = startFaultLog(100);
  const report = (requestId: number) => fault(refused(), {code: 'A', requestId}, 'No search.');
  for (let request = 0; request < 1000; request += 1) report(request);
  t.is(lines.length, 1);
  t.like(lines[0], {msg: 'No search.', requestId: 0, err: {type: 'SearchUnavailable'}});
  t.like(lines[0]?.['err'], {cause: {message: 'No.'}});

  while (!lines.some(({msg}) => msg.startsWith('Ended'))) await wait(10);
  t.is(lines.length, 3);
  t.like(lines[1], {
    level: 'error',
    msg: 'Repeated: No search.',
    repeated: 999,
    requestId: 0,
    code: 'A',
  });
  t.like(lines[2], {level: 'info', msg: 'Ended: No search.', repeated: 999, requestId: 0});
  t.is(lines[1]?.['err'], undefined);

  report(7);
  t.like(lines[3], {msg: 'No search.', requestId: 7}, 'the next outage is told anew');
});

test('a cause that changes is told, but no more than five times', t => {
  const {lines, fault, tellFaults} = startFaultLog(60_000);
  for (let request = 0; request < 100; request += 1) fault(new Error(`No ${request}.`), {}, 'No.');
  for (let request = 0; request < 100; request += 1) fault(new Error('One.'), {}, 'No.');
  t.is(lines.length, 6);
  tellFaults();
  t.deepEqual(
    lines.slice(6).map(({repeated}) => repeated),
    [95, 99],
  );
});

test('faults of different kinds each have their line', t => {
  const {lines, fault} = startFaultLog(60_000);
  const broken = (message: string, code?: string) => Object.assign(new Error(message), {code});
  const errors = ['a', 'a', 'a'].map(message => broken(message));
  for (const error of errors) fault(error, {}, 'It broke.');
  t.is(lines.length, 1, 'one place, one kind');
  fault(broken('a', 'ECONNRESET'), {}, 'It broke.');
  fault(new TypeError('a'), {}, 'It broke.');
  fault(new Error('a'), {}, 'It broke.');
  fault('a text', {}, 'It broke.');
  fault(errors[0], {}, 'Something else broke.');
  t.is(lines.length, 6);
});

test('a single fault is a single line', async t => {
  const {lines, fault} = startFaultLog(20);
  fault(refused(), {}, 'No search.');
  await wait(100);
  t.is(lines.length, 1);
});

test('what has been counted is told when the process ends', t => {
  const {lines, fault, tellFaults} = startFaultLog(60_000);
  for (let request = 0; request < 5; request += 1) fault(refused(), {}, 'No search.');
  tellFaults();
  tellFaults();
  t.deepEqual(
    lines.map(({msg, repeated}) => [msg, repeated]),
    [
      ['No search.', undefined],
      ['Repeated: No search.', 4],
    ],
  );
});
