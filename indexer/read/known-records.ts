import xxhash from 'xxhash-wasm';
import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import {skipBlanks} from './record-tags.ts';
import type {KnownRecord} from './source-record.ts';
import type {Head} from './xml-frame.ts';

/** XXH64 of the bytes of a record. */
export const {h64Raw: hashOf} = await xxhash();

/** A record with bytes of its own. `ordinal` is its place in the extract. */
type HeldRecord = {readonly ordinal: number; readonly record: Buffer};

/** In bytes, in each thread. The register writes most records of a vehicle near each other. */
const mostHeld = 32 * 1024 * 1024;

const isIdent = /^[1-9]\d{0,18}$/;

/**
 * Recognizes records in the register's own form, with the ident as their first element. Their length is known
 * beforehand: searching for the end took as long as hashing. Holds records whose vehicles have others not seen yet.
 */
export const knownRecords = ({prefix}: Head, known: KnownVehicles) => {
  const named = prefix === '' ? '' : `${prefix}:`;
  const startTag = Buffer.from(`<${named}Statistik>`);
  const identTag = Buffer.from(`<${named}KoeretoejIdent>`);
  const plateTag = Buffer.from(`<${named}RegistreringNummerNummer>`);
  const held = new Map<string, HeldRecord[]>();
  let heldBytes = 0;

  const isAt = (tag: Buffer, block: Buffer, at: number): boolean =>
    block.subarray(at, at + tag.length).equals(tag);

  const textAfter = (tag: Buffer, block: Buffer, at: number): string =>
    block.toString('latin1', at + tag.length, block.indexOf('<', at + tag.length));

  const hold = (ident: string, {ordinal, record}: HeldRecord): void => {
    const ofVehicle = held.get(ident) ?? [];
    ofVehicle.push({ordinal, record: Buffer.from(record)});
    held.set(ident, ofVehicle);
    heldBytes += record.length;
  };

  /** Drops the held records of a vehicle whose last record was seen. Another thread may hold others. */
  const drop = (ident: string): void => {
    for (const {record} of held.get(ident) ?? []) heldBytes -= record.length;
    held.delete(ident);
  };

  return {
    /** The record that begins at `at`; undefined if it is unknown. */
    recognize: (block: Buffer, at: number, ordinal: number): KnownRecord | undefined => {
      if (!isAt(startTag, block, at)) return undefined;
      const identAt = skipBlanks(block, at + startTag.length);
      if (!isAt(identTag, block, identAt)) return undefined;
      const ident = textAfter(identTag, block, identAt);
      if (!isIdent.test(ident)) return undefined;
      const found = known.recognize(BigInt(ident), length =>
        hashOf(block.subarray(at, at + length)),
      );
      if (!found) return undefined;
      const record = block.subarray(at, at + found.length);
      if (found.isOpen) hold(ident, {ordinal, record});
      else drop(ident);
      const plate = () => {
        const plateAt = record.indexOf(plateTag);
        return plateAt === -1 ? undefined : textAfter(plateTag, record, plateAt);
      };
      return {length: record.length, ident, plate};
    },
    isFull: (): boolean => heldBytes > mostHeld,
    /** Releases all held records. Yields those that must be read, since their vehicles are still not whole. */
    take: function* (): Generator<HeldRecord> {
      for (const [ident, ofVehicle] of held) {
        const id = BigInt(ident);
        known.change(id);
        if (!known.isKept(id)) yield* ofVehicle;
      }
      held.clear();
      heldBytes = 0;
    },
  };
};
