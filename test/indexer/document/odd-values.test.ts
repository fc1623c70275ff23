import test from 'ava';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {read, withGround} from './read-record.ts';

test('a hyphen stands for no value, whatever it is written in', t => {
  const {document, setAside} = read({
    KoeretoejArtNummer: '1',
    KoeretoejArtNavn: '-',
    KoeretoejAnvendelseStruktur: {KoeretoejAnvendelseNummer: '-', KoeretoejAnvendelseNavn: 'Taxi'},
    RegistreringNummerNummer: ' - ',
    KoeretoejOplysningGrundStruktur: {
      KoeretoejOplysningStelNummer: '-',
      KoeretoejOplysningEUVariant: '-',
      KoeretoejMotorStruktur: {KoeretoejMotorKilometerstand: '-'},
    },
  });
  t.deepEqual(
    document,
    aVehicleDocument({
      id: '1',
      isRegistered: false,
      kind: {id: '1', name: '1', originalName: '1'},
      ordinals: [7],
      engine: {},
    }),
  );
  t.deepEqual(setAside, []);
});

const kinds = test.macro({
  title: (_, written: string, id: string | undefined) => `a kind "${written}" has ${id ?? 'no'} id`,
  exec: (t, written: string, id: string | undefined) => {
    const {document} = read({KoeretoejArtNummer: written, KoeretoejArtNavn: 'Personbil'});
    t.is(document.vehicle.kind?.id, id);
  },
});

test(kinds, ' 1 ', '1');
test(kinds, '9223372036854775807', '9223372036854775807');
test(kinds, '9223372036854775808', undefined);
test(kinds, '007', undefined);
test(kinds, '-5', undefined);
test(kinds, '1.0', undefined);
test(kinds, 'abc', undefined);

test('equipment without a count that can be read is there once', t => {
  const item = (count: string) => ({
    KoeretoejUdstyrAntal: count,
    KoeretoejUdstyrTypeStruktur: {KoeretoejUdstyrTypeNavn: count},
  });
  const {document} = withGround({
    KoeretoejUdstyrSamlingStruktur: {
      KoeretoejUdstyrSamling: {
        KoeretoejUdstyrStruktur: ['2.0', '0x10', '1e1', '-1', '1.5'].map(item),
      },
    },
  });
  t.deepEqual(
    document.technicalDetails.equipment?.map(({count}) => count),
    [2, 1, 10],
  );
});
