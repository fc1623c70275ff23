import test from 'ava';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {read} from './read-record.ts';

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
