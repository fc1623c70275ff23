import test from 'ava';
import {importReport} from '#indexer/import/report.ts';
import {combine} from '#indexer/progress/combine.ts';
import type {Progress} from '#indexer/progress/import-progress.ts';

test('whatever is told of an import is told to everybody who looks', t => {
  const told: unknown[] = [];
  const listening = (name: string): Progress => ({
    phase: (...args) => told.push([name, 'phase', ...args]),
    advance: (...args) => told.push([name, 'advance', ...args]),
    ended: (...args) => told.push([name, 'ended', ...args]),
  });
  const counts = importReport().counts();
  const first = {ordinal: 1, reason: 'IdentMissing'};
  const rejects = [{reason: 'IdentMissing', count: 1, first}];
  const both = combine(listening('terminal'), listening('record'));
  both.phase('reading');
  both.advance(counts, 1, 2);
  both.ended(rejects);
  t.deepEqual(
    told,
    [
      ['phase', 'reading'],
      ['advance', counts, 1, 2],
      ['ended', rejects],
    ].flatMap(call => [
      ['terminal', ...call],
      ['record', ...call],
    ]),
  );
});
