import type {Client} from '@elastic/elasticsearch';
import {logEvent, openBuildLog} from '#indexer/generations/build-log.ts';
import {importReport} from '#indexer/write/import-report.ts';
import type {Indices} from '#indexer/write/indices.ts';

const second = 1000;

/** Long, since the engines of tests are busy. */
const maxMs = 60_000;

const counts = (vehicles: number, rejectsByReason: Readonly<Record<string, number>>) => {
  const rejects = Object.values(rejectsByReason).reduce((sum, count) => sum + count, 0);
  return {
    ...importReport().summary(),
    records: vehicles + rejects,
    vehicles,
    rejects,
    rejectsByReason,
  };
};

/** A build log with a clock that `pass` moves. */
const openAt = (client: Client, prefix: string, build: number, begin: string) => {
  let milliseconds = Date.parse(begin);
  const clock = {now: () => milliseconds, date: () => new Date(milliseconds)};
  const facts = {fileName: `extract-${build}.zip`};
  const options = {build, command: 'import', recordDays: 4000, facts, clock, closeMs: maxMs};
  const log = openBuildLog({client, prefix}, options);
  return {
    ...log,
    pass: (seconds: number) => {
      milliseconds += seconds * second;
    },
  };
};

type Reading = {
  readonly build: number;
  readonly begin: string;
  readonly generation: string;
  readonly extractedAt: string;
  /** Vehicles after each of these minutes. */
  readonly vehicles: readonly number[];
  readonly rejects?: Readonly<Record<string, number>>;
};

/** A build that has read the extract; the caller decides how it goes on. */
const aReading = (client: Client, prefix: string, reading: Reading) => {
  const {build, begin, generation, extractedAt, vehicles, rejects = {}} = reading;
  const log = openAt(client, prefix, build, begin);
  log.addFacts({generation, extractedAt});
  log.progress.phase('reading');
  for (const reached of vehicles) {
    log.pass(60);
    log.progress.advance(counts(reached, rejects), reached, 10_000);
  }
  return log;
};

const sealed = ({progress, pass}: ReturnType<typeof aReading>) => {
  progress.phase('verifying');
  pass(5);
  progress.phase('sealing');
  pass(30);
  progress.phase('promoting');
  pass(1);
};

/**
 * Three weeks of an installation: two builds go live, the second by force, the third is refused, an
 * operator rolls back from the second to the first, and the fourth is reading.
 */
export const logThreeWeeks = async ({client, prefix}: Indices): Promise<void> => {
  const first = aReading(client, prefix, {
    build: 1,
    begin: '2026-11-02T06:00:00Z',
    generation: '20261101-031500-0001',
    extractedAt: '2026-11-01T02:15:00.000Z',
    vehicles: [3000, 6000],
    rejects: {NotUtf8: 1},
  });
  sealed(first);
  first.ended('promoted', {
    generation: '20261101-031500-0001',
    importedAt: '2026-11-02T06:02:36.000Z',
  });
  await first.close();

  const second = aReading(client, prefix, {
    build: 2,
    begin: '2026-11-09T06:00:00Z',
    generation: '20261108-031500-0002',
    extractedAt: '2026-11-08T02:15:00.000Z',
    vehicles: [6100],
  });
  second.addFacts({forced: 'the register has moved'});
  sealed(second);
  second.ended('promoted', {
    generation: '20261108-031500-0002',
    importedAt: '2026-11-09T06:01:36.000Z',
    previous: '20261101-031500-0001',
  });
  await second.close();

  const third = aReading(client, prefix, {
    build: 3,
    begin: '2026-11-16T06:00:00Z',
    generation: '20261115-031500-0003',
    extractedAt: '2026-11-15T02:15:00.000Z',
    vehicles: [2400],
  });
  third.progress.phase('verifying');
  third.pass(5);
  const sentence = 'It has 2,400 vehicles, 39 % of the 6,100 that are live, and 98 % is the least.';
  third.ended('refused', {reason: 'fewest-vehicles', sentence});
  await third.close();

  const rollback = {
    command: 'rollback',
    event: 'rolled-back',
    generation: '20261101-031500-0001',
    previous: '20261108-031500-0002',
    sentence: 'it was wrong',
    extractedAt: '2026-11-01T02:15:00.000Z',
    importedAt: '2026-11-02T06:02:36.000Z',
  } as const;
  const at = new Date('2026-11-17T09:00:00Z');
  await logEvent({client, prefix}, rollback, at, maxMs);

  const fourth = aReading(client, prefix, {
    build: 4,
    begin: '2026-11-21T06:00:00Z',
    generation: '20261115-031500-0004',
    extractedAt: '2026-11-15T02:15:00.000Z',
    vehicles: [1200, 4200],
    rejects: {IdentMissing: 3, NotUtf8: 7},
  });
  await fourth.close();
};
