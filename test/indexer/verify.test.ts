import test, {type ExecutionContext} from 'ava';
import {importReport} from '#indexer/report.ts';
import {VerificationFailed, verify, WritesLost} from '#indexer/verify.ts';
import {aVehicleDocument} from '../helpers/a-vehicle-document.ts';
import {createTestGeneration} from '../helpers/test-index.ts';

/** Judges an index of two vehicles by what a report says of it. */
const verified = async (
  t: ExecutionContext,
  counts: Partial<ReturnType<ReturnType<typeof importReport>['counts']>>,
) => {
  const documents = ['1', '2'].map(id => aVehicleDocument({id}));
  const {client, vehiclesIndex, referencesIndex} = await createTestGeneration(t, documents);
  const names = {vehicles: vehiclesIndex, references: referencesIndex};
  await verify(client, names, {...importReport().counts(), ...counts});
};

test('an index that holds what was acknowledged may go live', async t => {
  await t.notThrowsAsync(verified(t, {records: 2, vehicles: 2}));
});

test('an index that lost what was acknowledged may not, and the extract is not to blame', async t => {
  await t.throwsAsync(verified(t, {records: 3, vehicles: 3}), {
    instanceOf: WritesLost,
    message: /holds 2 vehicles, but 3 were acknowledged/,
  });
});

test('one record in a thousand may be bad, and not one more', async t => {
  const [rejects, rejectsByReason] = [1, {NotUtf8: 1}];
  const counts = {vehicles: 2, repeats: 997, rejects, rejectsByReason};
  await t.notThrowsAsync(verified(t, {...counts, records: 1000}));
  await t.throwsAsync(verified(t, {...counts, repeats: 996, records: 999}), {
    instanceOf: VerificationFailed,
    message: /^1 of 999 records \(0\.10 %\) were rejected, more than 0\.10 %: NotUtf8 1\./,
  });
});

test('an extract whose records are all bad is refused', async t => {
  const refused = verified(t, {records: 1, rejects: 1, rejectsByReason: {NotUtf8: 1}});
  await t.throwsAsync(refused, {instanceOf: VerificationFailed});
});
