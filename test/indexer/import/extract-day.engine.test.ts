import test, {type ExecutionContext} from 'ava';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {aRecord, end, start} from '../read/register-xml.ts';

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
