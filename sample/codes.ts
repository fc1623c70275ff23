import {type Draw, weighted} from './random.ts';
import type {Elements} from './xml.ts';

/** A number and a name, as the register writes the values of every code list. */
export const code = (prefix: string, id: number | string, name: string): Elements => ({
  [`${prefix}Nummer`]: id,
  [`${prefix}Navn`]: name,
});

type Row = readonly [id: number, name: string, weight: number];

/** Draws one value of a code list. */
export const drawCode = (prefix: string, rows: readonly Row[]): Draw<Elements> =>
  weighted(rows.map(([id, name, weight]) => [code(prefix, id, name), weight]));

export const fuels = {
  petrol: code('DrivkraftType', 1, 'Benzin'),
  diesel: code('DrivkraftType', 2, 'Diesel'),
  lpg: code('DrivkraftType', 3, 'F-Gas'),
  electric: code('DrivkraftType', 4, 'El'),
  kerosene: code('DrivkraftType', 5, 'Petroleum'),
  naturalGas: code('DrivkraftType', 6, 'N-Gas'),
  hydrogen: code('DrivkraftType', 7, 'Brint'),
};
