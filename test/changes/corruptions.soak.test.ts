import test, {type ExecutionContext} from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {GateRefused} from '#indexer/generations/check.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {promote, rollBack} from '../indexer/generations/generations.ts';
import {corruptions} from './corruptions.ts';
import {ordinaryWeeks, type Week, weekFile} from './ordinary-weeks.ts';

const [weeks, vehicles] = [rounds(10, 58), rounds(1_500, 4_000)];

const tried = Object.entries(corruptions).filter((_, at) => at % rounds(3, 1) === 0);

/** What else happens: nothing is imported for two weeks, an import is rolled back, one is held and promoted. */
const isSkipped = (week: number): boolean => week % 20 === 3 || week % 20 === 4;
const isRolledBack = (week: number): boolean => week % 20 === 6;
const isHeld = (week: number): boolean => week % 20 === 8;

const failedChecks = (error: unknown): readonly string[] => {
  if (!(error instanceof GateRefused)) throw error;
  return error.checks.filter(({passed}) => !passed).map(({name, found}) => `${name}: ${found}`);
};

/** Imports weeks as an operator would. Returns how to import another one. */
const imported = async (t: ExecutionContext, ordinary: readonly Week[]) => {
  const {client, prefix} = anInstallation(t);
  const indices = {client, prefix};
  const importWeek = async (week: Week, promote = true) =>
    (await importFile(t, await weekFile(t, week), prefix, {promote})).summary;
  const rollBackOne = async () => rollBack(indices, await rollbackTarget(indices), 'a look at it');
  for (const [at, week] of ordinary.entries()) {
    if (isSkipped(at)) continue;
    const {version, checks} = await importWeek(week, !isHeld(at)).catch((error: unknown) => {
      throw new Error(`${at}: ${failedChecks(error)}`);
    });
    t.log(at, checks.find(({name}) => name === 'changes')?.found);
    if (isRolledBack(at)) await rollBackOne();
    if (isHeld(at)) await promote(indices, {version: version ?? ''});
  }
  return {importWeek, rollBackOne};
};

test('an ordinary week is imported, and of 30 corruptions two at most', async t => {
  t.timeout(7_200_000);
  const seed = soakSeed(38);
  t.log(`SOAK_SEED=${seed}`);
  const ordinary = Array.from(ordinaryWeeks(vehicles, seed).take(weeks + 1));
  const next = ordinary.pop();
  const [earlier] = ordinary;
  if (!next || !earlier) throw new Error('There are no weeks.');
  const {importWeek, rollBackOne} = await imported(t, ordinary);
  const passed: string[] = [];
  for (const [name, corrupt] of tried) {
    const week = {...next, records: corrupt(next, earlier, seed)};
    const failed = await importWeek(week).then(() => [], failedChecks);
    t.log(name, failed);
    if (failed.length > 0) continue;
    passed.push(name);
    await rollBackOne();
  }
  t.is(Object.keys(corruptions).length, 30);
  t.true(passed.length <= 2, passed.join(', '));
  t.is((await importWeek(next)).outcome, 'promoted');
});
