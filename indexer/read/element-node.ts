import type {RegisterElement} from './register-paths.ts';

const littleEndian = true;

/** An element at its place in a record: how its tags are written, and what tends to follow it. */
export class ElementNode {
  /** `ns:Name>`: how each of its tags ends. */
  readonly #tag: Buffer;
  /** The same, four bytes each; the last four are `last`, which may overlap. */
  readonly words: Int32Array;
  readonly last: number;
  readonly length: number;
  /** Undefined for an element of which nothing is read: one that was learned. */
  readonly element: RegisterElement | undefined;
  readonly slot: number;
  readonly parent: ElementNode | undefined;
  /** The path, as it may be logged, of an element that the register is not known to have. */
  readonly unknownPath: string | undefined;
  readonly isWhole: boolean;
  readonly #children = new Map<number, ElementNode[]>();
  /** Whether it was seen with children. */
  nests = false;
  /** The child that came first the last time: the guess for the next time. */
  first: ElementNode | undefined;
  /** The sibling that followed it the last time, and another that did before. */
  next: ElementNode | undefined;
  other: ElementNode | undefined;

  constructor(
    tag: Buffer,
    element: RegisterElement | undefined,
    parent?: ElementNode,
    unknownPath?: string,
  ) {
    this.#tag = tag;
    this.length = tag.length;
    this.words = Int32Array.from({length: (tag.length - 1) >> 2}, (_, at) =>
      tag.readInt32LE(at * 4),
    );
    this.last = tag.readInt32LE(tag.length - 4);
    this.element = element;
    this.slot = element?.slot ?? -1;
    this.parent = parent;
    this.unknownPath = unknownPath;
    this.isWhole = element ? element.isWhole : unknownPath === undefined;
  }

  /** Whether a tag of this element ends at `at`: `ns:Name>` is there. */
  isAt(view: DataView, at: number): boolean {
    const end = at + this.length;
    if (end > view.byteLength || view.getInt32(end - 4, littleEndian) !== this.last) return false;
    const {words} = this;
    for (let word = 0, place = at; word < words.length; word++, place += 4) {
      if (view.getInt32(place, littleEndian) !== words[word]) return false;
    }
    return true;
  }

  add(child: ElementNode): void {
    const tag = child.#tag;
    const view = new DataView(tag.buffer, tag.byteOffset, tag.length);
    const key = keyOf(view, 0, tag.length - 1);
    this.#children.set(key, [...(this.#children.get(key) ?? []), child]);
  }

  /** The child whose qualified name is in `view`. */
  childNamed(view: DataView, start: number, end: number): ElementNode | undefined {
    for (const child of this.#children.get(keyOf(view, start, end)) ?? []) {
      if (child.isAt(view, start) || child.#isNamed(view, start, end)) return child;
    }
    return undefined;
  }

  #isNamed(view: DataView, start: number, end: number): boolean {
    if (end - start !== this.length - 1) return false;
    for (let at = start; at < end; at++) {
      if (view.getUint8(at) !== this.#tag[at - start]) return false;
    }
    return true;
  }
}

/** Of names with one parent, hardly two have the same length and end. */
const keyOf = (view: DataView, start: number, end: number): number =>
  end - start < 4 ? -1 : (view.getInt32(end - 4) ^ (end - start)) & 0x3fff_ffff;
