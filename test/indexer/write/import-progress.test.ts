import test from 'ava';
import {logDisplay, terminalDisplay} from '#core/command-line/progress.ts';
import {combine, importProgress, type Progress} from '#indexer/write/import-progress.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {watchedProgress} from '../../helpers/fakes/watched-progress.ts';

/** Counts as a report gives them. */
const counts = {
  ...importReport().summary(),
  records: 1050,
  vehicles: 1000,
  repeats: 48,
  rejects: 2,
};

/** Reasons for rejection, as a report lists them. */
const notUtf8 = {
  reason: 'NotUtf8',
  count: 20_000,
  first: {ordinal: 7, reason: 'NotUtf8', detail: 'not valid UTF-8', ident: '9000000009000001'},
};
const identMissing = {
  reason: 'IdentMissing',
  count: 1,
  first: {ordinal: 9, reason: 'IdentMissing'},
};

const overwrites = '\r\u001b[K';
const bar = (filled: number) => '█'.repeat(filled) + '░'.repeat(30 - filled);

test('a terminal shows the share read, the rate and the time left', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, importProgress);
  progress.phase('reading');
  t.is(text(), 'reading …\n');
  progress.advance(counts, 0, 2000);
  t.is(text(), `${overwrites}${bar(0)}   0 %  1000 vehicles, 0/s, 2 rejected`);
  at(59_900);
  progress.advance(counts, 1000, 2000);
  t.is(text(), `${overwrites}${bar(15)}  50 %  1000 vehicles, 17/s, 2 rejected, 1 min 0 s left`);
  at(100_000);
  progress.advance(counts, 1999, 2000);
  t.is(text(), `${overwrites}${bar(30)}  99 %  1000 vehicles, 10/s, 2 rejected, 1 s left`);
  at(101_000);
  progress.advance(counts, 2000, 2000);
  t.is(text(), `${overwrites}${bar(30)} 100 %  1000 vehicles, 10/s, 2 rejected, 0 s left`);
});

test('a terminal shows the amount read from a pipe, whose length is unknown', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, importProgress);
  at(2000);
  progress.advance(counts, 3 * 2 ** 20, null);
  t.is(text(), `${overwrites}3 MiB  1000 vehicles, 500/s, 2 rejected`);
});

test('a terminal is not written to more than five times a second', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, importProgress);
  for (let time = 0; time <= 1000; time += 50) {
    at(time);
    progress.advance(counts, time, 1000);
  }
  t.is(text().split('\r').length - 1, 6);
});

test('output after the bar begins on a line of its own', t => {
  const {progress, text} = watchedProgress(terminalDisplay, importProgress);
  progress.advance(counts, 1, 2);
  text();
  progress.phase('verifying');
  t.is(text(), '\nverifying …\n');
  progress.ended([], {});
  t.is(text(), '');
});

test('an import that fails ends the line of the bar and lists rejects and unknown elements', t => {
  const {progress, text} = watchedProgress(terminalDisplay, importProgress);
  progress.advance(counts, 1, 2);
  text();
  progress.ended([notUtf8, identMissing], {'SynResultatStruktur/Ny': 12});
  t.is(
    text(),
    '\nrejected: 20000 × NotUtf8, first at 7, ident 9000000009000001 (not valid UTF-8)\n' +
      'rejected: 1 × IdentMissing, first at 9\n' +
      'unknown element: 12 × SynResultatStruktur/Ny\n',
  );
});

test('a log gets one JSON object a line, and progress every five seconds', t => {
  const {progress, at, events} = watchedProgress(logDisplay, importProgress);
  progress.phase('reading');
  for (const time of [0, 4999, 5000]) {
    at(time);
    progress.advance(counts, 10, null);
  }
  progress.ended([notUtf8, identMissing], {'SynResultatStruktur/Ny': 12});
  const [records, vehicles, repeats, rejects] = [1050, 1000, 48, 2];
  const seen = {records, vehicles, repeats, rejects, bytesRead: 10, totalBytes: null};
  t.deepEqual(events(), [
    {event: 'phase', phase: 'reading'},
    {event: 'progress', ...seen, vehiclesPerSecond: 0},
    {event: 'progress', ...seen, vehiclesPerSecond: 200},
    {event: 'rejected', ...notUtf8},
    {event: 'rejected', ...identMissing},
    {event: 'unknown-element', element: 'SynResultatStruktur/Ny', count: 12},
  ]);
});

test('every event of an import reaches all who watch it', t => {
  const told: unknown[] = [];
  const listening = (name: string): Progress => ({
    phase: (...args) => told.push([name, 'phase', ...args]),
    advance: (...args) => told.push([name, 'advance', ...args]),
    ended: (...args) => told.push([name, 'ended', ...args]),
  });
  const both = combine(listening('terminal'), listening('log'));
  both.phase('reading');
  both.advance(counts, 1, 2);
  both.ended([identMissing], {Ny: 1});
  t.deepEqual(
    told,
    [
      ['phase', 'reading'],
      ['advance', counts, 1, 2],
      ['ended', [identMissing], {Ny: 1}],
    ].flatMap(call => [
      ['terminal', ...call],
      ['log', ...call],
    ]),
  );
});
