import {readFileSync} from 'node:fs';
import test from 'ava';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {readLine} from '#indexer/read/open-export.ts';
import {contentJson, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {documentsIn} from '../../helpers/extracts/prepared-trees.ts';

/** What lines of an export come to. */
const read = (lines: readonly string[]) => {
  const records = lines.map((line, ordinal) => readLine(ordinal, line));
  const batch = batchPreparer('2026-11-15').prepare(records, new ArrayBuffer(4096));
  return {documents: documentsIn(batch), rejects: batch.rejects};
};

const withoutFolded = ({foldedReferences: _, ...document}: VehicleDocument) => document;

const [line = ''] = (await preparedFrom(extractXml(someRecords(1)))).vehicles.map(contentJson);

const isTheSame = test.macro({
  title: (_, of: string) => `the line of a vehicle gives its document again: ${of}`,
  async exec(t, _of: string, extract: () => Buffer) {
    const {vehicles} = await preparedFrom(extract());
    t.true(vehicles.length > 10);
    const {documents, rejects} = read(vehicles.map(contentJson));
    t.deepEqual(rejects, []);
    t.deepEqual(documents, vehicles.map(withoutFolded));
  },
});

const fixture = (name: string) => () =>
  readFileSync(new URL(`../../fixtures/${name}.xml`, import.meta.url));

test(isTheSame, 'records of every kind', fixture('sample-dmr'));
test(isTheSame, 'the oddities of real records', fixture('register-quirks'));
test(isTheSame, 'some of the sample', () => extractXml(someRecords(400, 7)));

test('a line that is no vehicle is rejected, and of its content its id alone is told', t => {
  const changed = (members: object) => JSON.stringify({...JSON.parse(line), ...members});
  const {id} = JSON.parse(line) as {readonly id: string};
  const rejects = (of: string) => read([line, of, line]).rejects;
  t.deepEqual(rejects('{"vin":"ABC'), [{ordinal: 1, reason: 'MalformedJson'}]);
  const notAVehicle = {ordinal: 1, reason: 'NotAVehicle'};
  t.deepEqual(rejects(changed({vin: 7})), [
    {...notAVehicle, detail: 'not a vehicle: vin', ident: id},
  ]);
  t.like(rejects(changed({kind: {id: '1'}})), [{detail: 'not a vehicle: kind.name', ident: id}]);
  t.like(rejects(changed({id: 'ABC'})), [{ordinal: 1, reason: 'IdentInvalid', ident: undefined}]);
  for (const other of ['7', 'null', '[]', '{"KoeretoejIdent":"1"}'])
    t.like(rejects(other), [notAVehicle]);
});
