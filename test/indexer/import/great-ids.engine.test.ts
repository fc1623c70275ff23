import test from 'ava';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {storedReferences} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile, extractXml} from '../../helpers/extracts/extract-files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';

const two53 = 2n ** 53n;

/** Ascending as numbers, and such that a JavaScript number would make one of several. */
const idents = [
  '9',
  '10',
  String(two53 - 1n),
  String(two53),
  String(two53 + 1n),
  '9223372036854775806',
  '9223372036854775807',
];

const types = ['10015016200000001', '10015016200000002'];

const aRecord = (ident: string, n: number): string => `
    <ns:Statistik>
      <ns:KoeretoejIdent>${ident}</ns:KoeretoejIdent>
      <ns:KoeretoejOplysningGrundStruktur>
        <ns:KoeretoejBetegnelseStruktur>
          <ns:KoeretoejMaerkeTypeNummer>${two53 + BigInt(n % 2)}</ns:KoeretoejMaerkeTypeNummer>
          <ns:KoeretoejMaerkeTypeNavn>MAKE ${n % 2}</ns:KoeretoejMaerkeTypeNavn>
          <ns:Model>
            <ns:KoeretoejModelTypeNummer>10015016</ns:KoeretoejModelTypeNummer>
            <ns:KoeretoejModelTypeNavn>MODEL</ns:KoeretoejModelTypeNavn>
          </ns:Model>
          <ns:Type>
            <ns:KoeretoejTypeTypeNummer>${types[n % 2]}</ns:KoeretoejTypeTypeNummer>
            <ns:KoeretoejTypeTypeNavn>TYPE ${n % 2}</ns:KoeretoejTypeTypeNavn>
          </ns:Type>
        </ns:KoeretoejBetegnelseStruktur>
      </ns:KoeretoejOplysningGrundStruktur>
    </ns:Statistik>`;

test('ids that no JavaScript number holds stay exact in the index, its order and its entries', async t => {
  const records = idents.toReversed().map(aRecord);
  const {client, prefix, summary} = await importFile(
    t,
    await anExtractFile(t, extractXml(records)),
  );
  t.is(summary.vehicles, idents.length);

  const {hits} = await client.search<VehicleDocument>({
    index: `${prefix}vehicles`,
    size: 100,
    sort: 'vehicle.id',
  });
  t.deepEqual(
    hits.hits.map(({_id}) => _id),
    idents,
  );
  t.deepEqual(
    hits.hits.map(({_source}) => _source?.vehicle.id),
    idents,
  );
  for (const id of idents) {
    const query = {term: {'vehicle.id': id}};
    const found = await client.search({index: `${prefix}vehicles`, query});
    t.deepEqual(
      found.hits.hits.map(({_id}) => _id),
      [id],
    );
  }

  const entries = await storedReferences(client, prefix);
  t.deepEqual(
    Array.from(entries.values(), ({list, id, makeId, name}) => [list, makeId, id, name]),
    [
      ['designation-types', '9007199254740992', '10015016200000001', 'TYPE 0'],
      ['designation-types', '9007199254740993', '10015016200000002', 'TYPE 1'],
      ['makes', undefined, '9007199254740992', 'MAKE 0'],
      ['makes', undefined, '9007199254740993', 'MAKE 1'],
      ['models', '9007199254740992', '10015016', 'MODEL'],
      ['models', '9007199254740993', '10015016', 'MODEL'],
    ],
  );
});
