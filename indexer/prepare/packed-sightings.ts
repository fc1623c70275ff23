import type {ReferenceSighting, SightingStore} from '../stages/collect-references.ts';

/** Texts are slices of their whole record, and would keep it in memory: a copy stands alone. */
const copyOf = (text: string): string => structuredClone(text);

/** A variant id is digits, so the first line feed is the border. */
const pack = ({name, variantId = ''}: ReferenceSighting): string => `${variantId}\n${name}`;

const unpack = (text: string): {readonly name: string; readonly variantId?: string} => {
  const border = text.indexOf('\n');
  const name = text.slice(border + 1);
  return border === 0 ? {name} : {name, variantId: text.slice(0, border)};
};

/**
 * The reference entries one worker has seen. There can be hundreds of thousands of them, and nearly
 * each record moves some up to a higher vehicle: as objects they took half as much memory again, and
 * left as much behind to collect.
 */
export class PackedSightings implements SightingStore {
  readonly #positions = new Map<string, number>();
  readonly #texts: string[] = [];
  /** Only kinds, usages and colors have one. */
  readonly #originalNames = new Map<string, string>();
  #vehicleIds = new BigInt64Array(1024);

  get(key: string): ReferenceSighting | undefined {
    const position = this.#positions.get(key);
    return position === undefined ? undefined : this.#at(key, position);
  }

  set(key: string, sighting: ReferenceSighting): void {
    const position = this.#positions.get(key) ?? this.#add(copyOf(key));
    const text = pack(sighting);
    if (this.#texts[position] !== text) this.#texts[position] = copyOf(text);
    this.#vehicleIds[position] = BigInt(sighting.vehicleId);
    const {originalName} = sighting;
    if (originalName !== undefined && this.#originalNames.get(key) !== originalName) {
      this.#originalNames.set(copyOf(key), copyOf(originalName));
    }
  }

  *entries(): Generator<[key: string, sighting: ReferenceSighting]> {
    for (const [key, position] of this.#positions) yield [key, this.#at(key, position)];
  }

  #at(key: string, position: number): ReferenceSighting {
    const originalName = this.#originalNames.get(key);
    return {
      vehicleId: String(this.#vehicleIds[position]),
      ...unpack(this.#texts[position] ?? ''),
      ...(originalName !== undefined && {originalName}),
    };
  }

  #add(key: string): number {
    const position = this.#positions.size;
    this.#positions.set(key, position);
    if (position === this.#vehicleIds.length) {
      const larger = new BigInt64Array(position * 2);
      larger.set(this.#vehicleIds);
      this.#vehicleIds = larger;
    }
    return position;
  }
}
