import test from 'ava';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {fuelled, ofType, withEngine, withFuels, withGround} from './read-record.ts';

const co2 = test.macro({
  title: (_, fuel: string, text: string, value: number | null) =>
    `a CO2 of ${text} on ${fuel} is answered as ${value}, in either layout`,
  exec: (t, fuel: string, text: string, value: number | null) => {
    const emitted = {KoeretoejMiljoeOplysningCO2Udslip: text};
    const listed = withFuels({...ofType(fuel), KoeretoejBraendstofStruktur: emitted});
    const former = withEngine(ofType(fuel), {KoeretoejMiljoeOplysningStruktur: emitted});
    for (const {document} of [listed, former]) {
      t.is(document.engine?.fuels?.[0]?.co2GPerKm ?? null, value);
      t.is(document.environment?.co2GPerKm ?? null, value);
    }
  },
});

test(co2, 'Benzin', '104.0', 104);
test(co2, 'Benzin', '0.0', null);
test(co2, 'El', '0.0', 0);
test(co2, 'Brint', '0', 0);
test(co2, 'El', 'x', null);

const emissionsOf = (engine: RecordTree, text: string) => {
  const {document, setAside} = withEngine(engine, {
    KoeretoejMiljoeOplysningStruktur: {
      KoeretoejMiljoeOplysningEmissionCO: text,
      KoeretoejMiljoeOplysningEmissionHCPlusNOX: text,
      KoeretoejMiljoeOplysningEmissionNOX: text,
      KoeretoejMiljoeOplysningPartikler: text,
      KoeretoejMiljoeOplysningRoegtaethed: '0.5',
    },
  });
  const {emissionStandard: _, ...environment} = document.environment ?? {};
  return {environment, setAside};
};

const unmeasured = test.macro({
  title: (_, what: string) => `an emission of 0 is one that was not measured for ${what}`,
  exec(t, _what: string, engine: RecordTree) {
    t.deepEqual(emissionsOf(engine, '0.0'), {environment: {smokeOpacity: 0.5}, setAside: []});
    t.like(emissionsOf(engine, '62.4').environment, {hcPlusNox: 62.4});
  },
});

test(unmeasured, 'petrol', fuelled(ofType('Benzin')));
test(unmeasured, 'a plug-in hybrid', fuelled([ofType('El'), ofType('Benzin')]));
test(unmeasured, 'a vehicle of the old layout', ofType('Diesel'));
test(unmeasured, 'a vehicle without a fuel', {KoeretoejMotorCylinderAntal: '4'});

for (const fuel of ['El', 'Brint']) {
  test(`an emission of 0 is a value for ${fuel}`, t => {
    const {environment} = emissionsOf(fuelled(ofType(fuel)), '0.0');
    t.like(environment, {co: 0, hcPlusNox: 0, nox: 0, particulates: 0});
  });
}

const aFuel = (norm: string, primary: string) => ({
  MaaleNormStruktur: {
    KoeretoejMotorMaaleNormTypeNummer: norm,
    KoeretoejMotorMaaleNormTypeNavn: norm,
  },
  KoeretoejBraendstofStruktur: {KoeretoejMotorKmPerLiter: norm},
  KoeretoejMotorDrivmiddelPrimaer: primary,
});

test('the primary fuel comes first, in whatever order and wrappers the register has them', t => {
  const {document} = withEngine({
    KoeretoejDrivmiddelSamlingStruktur: {
      KoeretoejDrivmiddelSamling: [
        {DrivmiddelStruktur: aFuel('3', 'false')},
        {DrivmiddelStruktur: [aFuel('2', 'true'), aFuel('1', 'false')]},
      ],
    },
  });
  const norms = document.engine?.fuels?.map(({measurementNorm}) => measurementNorm?.id);
  t.deepEqual(norms, ['2', '1', '3']);
  const measurementNorm = {id: '2', name: '2'};
  t.deepEqual(document.environment, {fuelEconomyKmPerL: 2, measurementNorm});
});

test('fuels of which several or none are primary are in the order of fuel and norm', t => {
  const normsOf = (...entries: readonly RecordTree[]) =>
    withFuels(entries).document.engine?.fuels?.map(({measurementNorm}) => measurementNorm?.id);
  for (const flag of ['true', 'false']) {
    const [nedc2, wltp] = [aFuel('2', flag), aFuel('3', flag)];
    t.deepEqual(normsOf(wltp, nedc2), ['2', '3']);
    t.deepEqual(normsOf(nedc2, wltp), ['2', '3']);
    t.deepEqual(normsOf(nedc2, {...wltp, ...ofType('Benzin', '1')}), ['3', '2']);
  }
});

test('a fuel is primary by the word or the digit of a flag', t => {
  const isPrimary = (written: string) =>
    withFuels(aFuel('1', written)).document.engine?.fuels?.[0]?.isPrimary;
  t.deepEqual(['1', 'true', '0', 'false', ''].map(isPrimary), [true, true, false, false, false]);
});

test('a value of a fuel that cannot be used is left out and reported', t => {
  const {document, setAside} = withFuels({
    KoeretoejBraendstofStruktur: {
      KoeretoejMotorKmPerLiter: '12,5',
      KoeretoejMiljoeOplysningCO2Udslip: '99999',
    },
    KoeretoejMotorBraendselscelle: 'ja',
  });
  t.like(document.engine?.fuels, [{fuelEconomyKmPerL: null, co2GPerKm: null, fuelCell: null}]);
  t.deepEqual(setAside.toSorted(), ['co2GPerKm', 'fuelCell', 'fuelEconomyKmPerL']);
});

test('the old layout has one primary fuel if it says anything of one', t => {
  const fuelsOf = (engine: RecordTree, environment: RecordTree = {}) =>
    withEngine(engine, {KoeretoejMiljoeOplysningStruktur: environment}).document.engine?.fuels;
  const [co2, economy] = [
    {KoeretoejMiljoeOplysningCO2Udslip: '150.0'},
    {KoeretoejMotorKmPerLiter: '12.5'},
  ];
  t.like(fuelsOf({...economy, ...ofType('Benzin', '1')}, co2), [
    {type: {id: '1', name: 'Petrol'}, isPrimary: true, fuelEconomyKmPerL: 12.5, co2GPerKm: 150},
  ]);
  t.like(fuelsOf({KoeretoejMotorCylinderAntal: '4'}, co2), [{type: null, co2GPerKm: 150}]);
  t.like(fuelsOf(economy), [{type: null, fuelEconomyKmPerL: 12.5}]);
  t.is(fuelsOf({KoeretoejMotorKmPerLiter: '0.05'}), undefined);
  t.is(fuelsOf({DrivkraftTypeStruktur: {DrivkraftTypeNavn: 'Benzin'}}), undefined);
});

test('a vehicle has an environment record for its norm, its environment data or its consumption alone', t => {
  const environmentOf = (ground: RecordTree) => withGround(ground).document.environment;
  t.is(environmentOf({KoeretoejMotorStruktur: {KoeretoejMotorCylinderAntal: '4'}}), undefined);
  t.truthy(environmentOf({KoeretoejNormStruktur: {NormTypeStruktur: {NormTypeNummer: '49'}}}));
  t.truthy(
    environmentOf({
      KoeretoejMiljoeOplysningStruktur: {KoeretoejMiljoeOplysningPartikelFilter: 'true'},
    }),
  );
  t.truthy(environmentOf({KoeretoejMotorStruktur: {KoeretoejMotorKmPerLiter: '10'}}));
});
