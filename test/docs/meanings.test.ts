import {readFile} from 'node:fs/promises';
import test from 'ava';
import {enumWords, fuelNames} from '#core/domain/english.ts';

const page = await readFile(new URL('../../docs/fields.md', import.meta.url), 'utf8');

const meaningOf = (member: string): string =>
  page.split('\n').find(line => line.startsWith(`| \`${member}\` |`)) ?? '';

/** By member, the words on which the tax agency's definition of its element turns. */
const meanings: Readonly<Record<string, RegExp>> = {
  towBarFitted: /whether a tow bar .* is fitted/i,
  ncapFiveStars: /passed Euro NCAP with at least five stars/,
  'fuels[].isPrimary': /is the one that counts for the vehicle/,
  towingWeightUnbrakedKg: /0 if the vehicle may not tow one.*true, the register contradicts itself/,
  towingWeightBrakedKg: /0 if the vehicle may not tow one.*true, the register contradicts itself/,
  trafficDamage: /visibly repaired after major traffic damage/,
  taxAxleCount: /axles of the trailer, for the tax/,
  taxAxleLoadKg: /tax.* a trailer's gross mass, or a semi-trailer's axle load/,
  semiTrailerAxleLoadKg: /largest permitted axle load of the semi-trailer/i,
  maxAxleLoadKg: /largest permitted axle load. It can be that of a bogie/i,
  kerbWeightMinKg: /the smallest one if kerbWeightMaxKg is given/,
  seatsMin: /including the driver's; the smallest number if seatsMax is given/,
  seatsMax: /including the driver's/,
  passengerCount: /commercial vehicles/,
  airSuspension: /Not seen in any extract so far/,
  reinspectionDeadline: /Not seen in any extract so far/,
};

for (const [member, meaning] of Object.entries(meanings)) {
  test(`docs/fields.md gives ${member} the meaning that the register has for it`, t => {
    t.regex(meaningOf(member), meaning);
  });
}

test('docs/fields.md lists every English word that stands for a status, a type or a fuel', t => {
  const meanings = page.split('\n').map(line => line.split(' | ').at(-1) ?? '');
  const isListed = (word: string) => {
    const listed = new RegExp(`[:,] ${word}[,.]| ${word} or | or ${word}\\.|^${word},`);
    return meanings.some(meaning => listed.test(meaning));
  };
  const words = new Set([...enumWords.values(), ...fuelNames.values()]);
  t.deepEqual(
    Array.from(words).filter(word => !isListed(word)),
    [],
  );
});
