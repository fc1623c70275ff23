import type {Family} from './code-lists.ts';
import {type MakeRange, makeRanges} from './makes.ts';
import {inventedMake} from './names.ts';

export type Make = {
  readonly id: number;
  readonly name: string;
  readonly models: number;
  /** How many models the makes before have: with it a model has a number across all makes. */
  readonly modelsBefore: number;
};

const nameOf = (range: MakeRange, place: number): string =>
  range.names[place] ?? inventedMake(range.firstId + place);

let modelsSoFar = 0;

const makesOf = (range: MakeRange): readonly Make[] =>
  Array.from({length: range.names.length + range.invented}, (_, place) => {
    const models = Math.ceil(range.models / (1 + place / 8));
    const make = {
      id: range.firstId + place * 3,
      name: nameOf(range, place),
      models,
      modelsBefore: modelsSoFar,
    };
    modelsSoFar += models;
    return make;
  });

const byRange = new Map<MakeRange, readonly Make[]>();
for (const range of Object.values(makeRanges)) {
  if (!byRange.has(range)) byRange.set(range, makesOf(range));
}

/** The makes of a family, most frequent first. */
export const makesFor = (family: Family): readonly Make[] => byRange.get(makeRanges[family]) ?? [];
