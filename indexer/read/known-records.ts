import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import {hashOf} from './record-hash.ts';
import {skipBlanks} from './record-tags.ts';
import type {KnownRecord} from './source-record.ts';
import type {Head} from './xml-frame.ts';

/**
 * Recognizes records as the register writes them: their ident is their first element. Where one ends is known
 * beforehand: searching the end took as long as hashing.
 */
export const knownRecordFinder = ({prefix}: Pick<Head, 'prefix'>, known: KnownVehicles) => {
  const named = prefix === '' ? '' : `${prefix}:`;
  const startTag = Buffer.from(`<${named}Statistik>`);
  const identTag = Buffer.from(`<${named}KoeretoejIdent>`);
  const plateTag = Buffer.from(`<${named}RegistreringNummerNummer>`);

  const isAt = (tag: Buffer, block: Buffer, at: number): boolean =>
    block.subarray(at, at + tag.length).equals(tag);

  const textAfter = (tag: Buffer, block: Buffer, at: number): string =>
    block.toString('latin1', at + tag.length, block.indexOf('<', at + tag.length));

  /** @param at Where the record begins. Undefined unless it is known. */
  return (block: Buffer, at: number): KnownRecord | undefined => {
    if (!isAt(startTag, block, at)) return undefined;
    const identAt = skipBlanks(block, at + startTag.length);
    if (!isAt(identTag, block, identAt)) return undefined;
    const ident = textAfter(identTag, block, identAt);
    if (!isIdent.test(ident)) return undefined;
    const found = known.recognize(BigInt(ident), length => hashOf(block.subarray(at, at + length)));
    if (!found) return undefined;
    const record = block.subarray(at, at + found.length);
    const plate = () => {
      const plateAt = record.indexOf(plateTag);
      return plateAt === -1 ? undefined : textAfter(plateTag, record, plateAt);
    };
    return {record, isOpen: found.isOpen, ident, plate};
  };
};

const isIdent = /^[1-9]\d{0,18}$/;
