import test, {type ExecutionContext} from 'ava';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {storedReferences} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {aRecord, end, start} from '../read/register-xml.ts';

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

const withGreatId = (KoeretoejIdent: string, n: number): string =>
  JSON.stringify({
    KoeretoejIdent,
    KoeretoejOplysningGrundStruktur: {
      KoeretoejBetegnelseStruktur: {
        KoeretoejMaerkeTypeNummer: String(two53 + BigInt(n % 2)),
        KoeretoejMaerkeTypeNavn: `MAKE ${n % 2}`,
        Model: {KoeretoejModelTypeNummer: '10015016', KoeretoejModelTypeNavn: 'MODEL'},
        Type: {KoeretoejTypeTypeNummer: types[n % 2], KoeretoejTypeTypeNavn: `TYPE ${n % 2}`},
      },
    },
  });

test('ids that no JavaScript number holds stay exact in the index, its order and its entries', async t => {
  const lines = idents.toReversed().map(withGreatId).join('\n');
  const {client, prefix, summary} = await importFile(t, await anExtractFile(t, `${lines}\n`));
  t.is(summary.vehicles, idents.length);

  const {hits} = await client.search<VehicleDocument>({
    index: `${prefix}vehicles`,
    size: 100,
    sort: 'vehicle.id',
  });
  t.deepEqual(
    hits.hits.map(({_id, _source}) => [_id, _source?.vehicle.id]),
    idents.map(id => [id, id]),
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

const inspected = `
  <ns:KoeretoejRegistreringStatus>Registreret</ns:KoeretoejRegistreringStatus>
  <ns:KoeretoejArtNummer>5</ns:KoeretoejArtNummer><ns:KoeretoejArtNavn>Stor personbil</ns:KoeretoejArtNavn>
  <ns:KoeretoejOplysningGrundStruktur>
    <ns:KoeretoejOplysningFoersteRegistreringDato>2020-03-12+01:00</ns:KoeretoejOplysningFoersteRegistreringDato>
  </ns:KoeretoejOplysningGrundStruktur>
  <ns:SynResultatStruktur>
    <ns:SynResultatSynsType>PeriodiskSyn</ns:SynResultatSynsType>
    <ns:SynResultatSynsDato>2026-11-15+01:00</ns:SynResultatSynsDato>
    <ns:SynResultatSynsResultat>Godkendt</ns:SynResultatSynsResultat>
  </ns:SynResultatStruktur>`;

/** What is estimated of a bus that was inspected on 15 November 2026, in an extract of this name. */
const estimatedIn = async (t: ExecutionContext, name: string) => {
  const file = await aFile(t, start + aRecord('1', inspected) + end, name);
  const {client, prefix} = await importFile(t, file, undefined, {promote: false, force: 'one bus'});
  await client.indices.refresh({index: `${prefix}vehicles-*`});
  const {hits} = await client.search({index: `${prefix}vehicles-*`});
  return VehicleDocument.parse(hits.hits[0]?._source).vehicle.nextInspectionEstimate?.date;
};

test('what has happened is judged by the day of the extract in Denmark, not by that of the import', async t => {
  t.is(await estimatedIn(t, 'ESStatistikListeModtag-20261114-225959.xml'), undefined);
  t.is(await estimatedIn(t, 'ESStatistikListeModtag-20261115-000000.xml'), '2027-11-15');
});
