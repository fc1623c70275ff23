import {toPlate} from '#core/domain/identifiers.ts';
import {toInt64} from '#core/domain/integers.ts';
import {documentJson, type UnsizedDocument} from '#mappings/vehicle-document.ts';
import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import {columnsOf, type Row, type Rows, toDays} from '../fingerprints/rows.ts';
import {RecordSlots, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {asIdent, type ReadRecord, type RejectedRecord} from '../read/source-record.ts';
import {type Batch, BatchBuilder} from './batch.ts';
import {ExtractDay} from './extract-day.ts';
import {foldVehicles} from './fold-vehicles.ts';
import {profileOf} from './profiles.ts';
import {collectReferences, type ReferenceSightings} from './references.ts';
import {exportedDocument, toVehicleDocument} from './to-vehicle-document.ts';

/**
 * The documents of one work item, and other findings in its records. In an import by difference they are
 * `UnsizedDocument`s, otherwise ready to be sent.
 */
export type PreparedBatch = Batch & {
  /** The number of records in the item, including the rejected and the known ones. */
  readonly records: number;
  readonly rejects: readonly RejectedRecord[];
  /** The profiles of its records, and the number of records with each. */
  readonly profiles: readonly ProfileCount[];
  /** A row for each record that became a document; its profile is an index into `profiles`. */
  readonly rows: Rows & {readonly ordinals: Float64Array};
  /** Some vehicles that a search for their plates must find once the batch is in the index. */
  readonly canaries: readonly Canary[];
};

/** The ordinal of the first record of a vehicle in a batch. */
export const ordinalOf = ({rows}: Pick<PreparedBatch, 'rows'>, ident: string): number =>
  rows.ordinals[rows.ids.indexOf(BigInt(ident))] ?? 0;

type ProfileCount = {readonly text: string; readonly records: number};

/** A plate that was seen on a vehicle while the extract was read. */
export type Canary = {readonly id: string; readonly plate: string};

/** Enough for an extract of one batch to have as many as the gate usually searches for. */
const mostCanaries = 50;

const identSlot = slotAt('KoeretoejIdent');

type Accepted = {readonly ident: string} | Pick<RejectedRecord, 'reason' | 'ident'>;

/** Accepts a record that names its vehicle: one `KoeretoejIdent`, a positive int64. Everything else is optional. */
const acceptRecord = (slots: RecordSlots): Accepted => {
  const written = textAt(slots, identSlot);
  if (slots.repeatsIdent) return {reason: 'IdentRepeated', ident: asIdent(written)};
  return acceptIdent(written);
};

const acceptIdent = (written: string | undefined): Accepted => {
  if (written === undefined) return {reason: 'IdentMissing'};
  const ident = toInt64(written);
  const isPositive = ident === written && ident !== '0' && !ident.startsWith('-');
  return isPositive ? {ident} : {reason: 'IdentInvalid', ident: asIdent(written)};
};

/**
 * Prepares one batch after another: accepts records, makes a document of each, and folds those of one
 * vehicle into one.
 *
 * @param extractedOn The day in Denmark on which the extract was made.
 * @param known Notes each vehicle that a document is made of.
 */
export const batchPreparer = (extractedOn: string, known?: KnownVehicles) => {
  const slots = new RecordSlots();
  const sightings: ReferenceSightings = new Map();
  const day = new ExtractDay(extractedOn);
  // Most of the documents of an import by difference turn out to be stored already.
  const toJson = known ? JSON.stringify : documentJson;
  let setAside: string[] = [];
  const register = {slots, day, setAside: (member: string) => setAside.push(member)};

  return {
    /** Where records are read into. */
    slots,
    /** The reference entries that the documents carry. */
    sightings,
    /**
     * Makes a batch of records, in `memory`.
     *
     * @param records Each is in the slots when it is yielded, or carries its content.
     */
    prepare: (records: Iterable<ReadRecord>, memory: ArrayBufferLike): PreparedBatch => {
      const rejects: RejectedRecord[] = [];
      const profiles = new Map<string, {readonly place: number; records: number}>();
      const rows: (Row & {readonly ordinal: number})[] = [];
      const canaries: Canary[] = [];
      let count = 0;
      const addCanary = (id: string, spelled: () => string | null | undefined): void => {
        const plate = canaries.length < mostCanaries && toPlate(spelled() ?? '');
        if (plate) canaries.push({id, plate});
      };
      /** Counts the record by its profile. Returns the index of the profile. */
      const countProfile = (document?: UnsizedDocument): number => {
        const text = profileOf(document, setAside, slots.unknown);
        const profile = profiles.get(text) ?? {place: profiles.size, records: 0};
        profile.records += 1;
        profiles.set(text, profile);
        return profile.place;
      };
      const batch = new BatchBuilder(memory);
      for (const record of records) {
        if (!('wasKnown' in record)) count += 1;
        if ('reason' in record) {
          rejects.push(record);
          continue;
        }
        if ('known' in record) {
          const {ident, plate} = record.known;
          addCanary(ident, plate);
          continue;
        }
        setAside = [];
        day.begin();
        const {ordinal, hash = 0n, length = 0, content} = record;
        const accepted = content ? acceptIdent(content.id) : acceptRecord(slots);
        if ('reason' in accepted) {
          if (slots.unknown.size > 0) countProfile();
          rejects.push({ordinal, ...accepted});
          continue;
        }
        const {ident} = accepted;
        const id = BigInt(ident);
        known?.change(id);
        const document = content
          ? exportedDocument(content, day)
          : toVehicleDocument({...register, ident});
        const [profile, until] = [countProfile(document), toDays(day.until)];
        rows.push({id, hash, profile, until, length, ordinal});
        collectReferences(sightings, document);
        const earlier = batch.get(ident) as UnsizedDocument | undefined;
        batch.add(ident, toJson(earlier ? foldVehicles(earlier, document) : document));
        addCanary(ident, () => document.vehicle.registrationNumber);
      }
      return {
        ...batch.build(),
        records: count,
        rejects,
        profiles: Array.from(profiles, ([text, {records}]) => ({text, records})),
        rows: {...columnsOf(rows), ordinals: Float64Array.from(rows, ({ordinal}) => ordinal)},
        canaries,
      };
    },
  };
};
