import {type Day, dateText} from '../dates.ts';
import type {Code} from '../lists/code-lists.ts';
import type {SampleVehicle} from '../vehicle/sample-vehicle.ts';
import {coded, codedIn, each, leaf, leaves, parent} from './elements.ts';
import {inspectionXml} from './inspection-xml.ts';
import {permitsXml} from './permits-xml.ts';
import {vehicleXml} from './vehicle-xml.ts';

const statistik = parent(2, 'Statistik');
const ident = leaf(3, 'KoeretoejIdent');
const kind = coded(3, 'KoeretoejArt');
const usage = codedIn(3, 'KoeretoejAnvendelseStruktur', 'KoeretoejAnvendelse');
const usageList = parent(3, 'KoeretoejAnvendelseSamlingStruktur');
const usages = parent(4, 'KoeretoejAnvendelseSamling');
const usageInList = codedIn(5, 'KoeretoejAnvendelseStruktur', 'KoeretoejAnvendelse');
const leaseAndPlate = leaves(3, '', [
  'LeasingGyldigFra',
  'LeasingGyldigTil',
  'RegistreringNummerNummer',
  'RegistreringNummerRettighedGyldigFra',
  'RegistreringNummerRettighedGyldigTil',
  'RegistreringNummerUdloebDato',
]);
const status = leaf(3, 'KoeretoejRegistreringStatus');
const statusDate = leaf(3, 'KoeretoejRegistreringStatusDato');

const dateOf = (day: Day | undefined): string | undefined =>
  day === undefined ? undefined : dateText(day);

const usagesXml = (used: readonly Code[]): string =>
  usage(used[0]) + (used.length > 1 ? usageList(usages(each(used, usageInList))) : '');

const leaseAndPlateXml = ({lease, plate}: SampleVehicle): string =>
  leaseAndPlate({
    LeasingGyldigFra: dateOf(lease?.from),
    LeasingGyldigTil: dateOf(lease?.until),
    RegistreringNummerNummer: plate.text,
    RegistreringNummerRettighedGyldigFra: dateOf(plate.right?.from),
    RegistreringNummerRettighedGyldigTil: dateOf(plate.right?.until),
    RegistreringNummerUdloebDato: dateOf(plate.expired),
  });

/** What old files tell of the owner: the same invented person without an address, always. */
const ownerXml =
  parent(3, 'EjerBrugerSamling')(parent(4, 'EjerBruger')(leaf(5, 'PersonKoen')(3))) +
  leaf(3, 'AdressePostNummer')('0999');

/** One `<ns:Statistik>`, indented as in the file and ended by a line feed. */
export const recordXml = (record: SampleVehicle): string =>
  statistik(
    ident(record.ident) +
      kind(record.kind) +
      usagesXml(record.appearance.usages) +
      leaseAndPlateXml(record) +
      vehicleXml(record) +
      (record.hasOldLayout ? ownerXml : '') +
      inspectionXml(record.inspection) +
      status(record.registrationStatus) +
      statusDate(record.registrationStatusDate) +
      permitsXml(record.permits),
  );
