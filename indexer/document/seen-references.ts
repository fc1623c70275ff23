import {ByteMap} from './bytes/byte-map.ts';
import {collectReferences, isHigherId, type ReferenceSightings} from './references.ts';

/** The parts of a document with reference entries, and the text that makes an object of each alone. */
const around = {
  /** `"kind":{…},"usage":{…},"color":{…}`, or other members of an object. */
  members: ['{', '}'],
  /** One of the usages. */
  usage: ['{"usages":[', ']}'],
  /** One of the equipment. */
  equipment: ['{"equipment":[', ']}'],
} as const;

type Part = keyof typeof around;

/** Called with where each part begins and ends in what was written. */
export type See = (part: Part, start: number, end: number) => void;

type Seen = {
  readonly part: Part;
  /** The highest vehicle that has it. */
  vehicleId: string;
};

/**
 * The reference entries that documents carry. A part of a document that has some is looked up as it is
 * written, in bytes: the same parts are seen again and again, and are made objects of once. What is
 * written of an entry says which part it is of, so they need no maps of their own.
 */
export class SeenReferences {
  readonly #seen = new ByteMap<Seen>();

  /** Adds what a vehicle has from `start` to `end`. */
  see(part: Part, vehicleId: string, view: DataView, start: number, end: number): void {
    const known = this.#seen.get(view, start, end);
    if (known === undefined) this.#seen.add(view, start, end, {part, vehicleId});
    else if (isHigherId(vehicleId, known.vehicleId)) known.vehicleId = vehicleId;
  }

  /** How many parts are held. Each has four entries at most, of which nearly all are in others, too. */
  get size(): number {
    return this.#seen.size;
  }

  /** The entries of the `most` parts that were seen first, which are held no longer. */
  take(most: number): ReferenceSightings {
    const sightings: ReferenceSightings = new Map();
    for (const [json, {part, vehicleId}] of this.#seen.takeFirst(most)) {
      const [before, after] = around[part];
      collectReferences(sightings, vehicleId, JSON.parse(before + json + after));
    }
    return sightings;
  }
}
