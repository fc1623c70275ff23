import type {RecordSlots} from './record-slots.ts';
import {type RegisterElement, recordElement} from './register-elements.ts';
import {maxDepth} from './source-record.ts';
import {longestPath, printable} from './unknown-elements.ts';

/** The register uses some 250 paths. Of a document with thousands more, no more are learned. */
const mostLearned = 2000;

/** The register's longest name has 61 characters. */
const nameForm = /^[A-Za-z_]\w{0,99}$/;

const slash = 0x2f;
const greaterThan = 0x3e;
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
  /** The record itself is at 1. */
  readonly depth: number;
  /** The path, as it may be logged, of an element that the register is not known to have. */
  readonly unknownPath: string | undefined;
  /** Whether anything may be below it without being told as unknown. */
  readonly isOpaque: boolean;
  /** By what `keyOf` makes of their names. */
  readonly #children = new Map<number, ElementNode[]>();
  /** Whether it was seen with children. */
  nests = false;
  /** The child that came first the last time: the guess for the next time. */
  first: ElementNode | undefined;
  /** The sibling that followed it the last time, and another that did before. */
  next: ElementNode | undefined;
  other: ElementNode | undefined;

  /** @param name The qualified one: `ns:Name`. */
  constructor(
    name: string,
    element: RegisterElement | undefined,
    parent?: ElementNode,
    unknownPath?: string,
  ) {
    const tag = Buffer.from(`${name}>`);
    this.#tag = tag;
    this.length = tag.length;
    this.words = Int32Array.from({length: (tag.length - 1) >> 2}, (_, at) =>
      tag.readInt32LE(at * 4),
    );
    this.last = tag.readInt32LE(tag.length - 4);
    this.element = element;
    this.slot = element?.slot ?? -1;
    this.parent = parent;
    this.depth = (parent?.depth ?? 0) + 1;
    this.unknownPath = unknownPath;
    this.isOpaque = element ? element.isOpaque : unknownPath === undefined;
    if (parent) parent.#add(this);
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

  /** The child whose qualified name is in `view`. */
  childNamed(view: DataView, start: number, end: number): ElementNode | undefined {
    for (const child of this.#children.get(keyOf(view, start, end)) ?? []) {
      if (child.#isNamed(view, start, end)) return child;
    }
    return undefined;
  }

  #add(child: ElementNode): void {
    const {buffer, byteOffset, length} = child.#tag;
    const key = keyOf(new DataView(buffer, byteOffset, length), 0, length - 1);
    this.#children.set(key, [...(this.#children.get(key) ?? []), child]);
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

/** The nodes of a record, for one prefix of the register's namespace. */
export class ElementNodes {
  readonly root: ElementNode;
  readonly #prefix: string;
  #learned = 0;

  /** @param prefix Empty when it is the default one. */
  constructor(prefix: string) {
    this.#prefix = prefix === '' ? '' : `${prefix}:`;
    this.root = this.#node('Statistik', recordElement);
  }

  #node(name: string, element: RegisterElement, parent?: ElementNode): ElementNode {
    const node = new ElementNode(this.#prefix + name, element, parent);
    for (const [name, child] of Object.entries(element.children)) this.#node(name, child, node);
    return node;
  }

  /**
   * The child of `parent` whose tag is at `at`, after `previous`. The next child is guessed from what
   * followed the last times. Undefined for a name that the register would not use.
   */
  childAt(
    parent: ElementNode,
    previous: ElementNode | undefined,
    {bytes, view}: RecordSlots,
    at: number,
  ): ElementNode | undefined {
    const guess = previous ? previous.next : parent.first;
    if (guess?.isAt(view, at)) return guess;
    const second = previous?.other;
    if (second?.isAt(view, at)) return second;
    const end = endOfName(bytes, at);
    const child = parent.childNamed(view, at, end) ?? this.#learn(parent, bytes, at, end);
    if (previous === undefined) parent.first = child;
    else {
      previous.other = previous.next;
      previous.next = child;
    }
    return child;
  }

  #learn(parent: ElementNode, bytes: Buffer, start: number, end: number): ElementNode | undefined {
    const qualified = bytes.toString('latin1', start, end);
    if (!qualified.startsWith(this.#prefix) || qualified.length < 4) return undefined;
    if (this.#learned >= mostLearned || parent.depth === maxDepth) return undefined;
    const name = qualified.slice(this.#prefix.length);
    // A record in a record is for the parser to reject: it ends at the first end tag.
    if (!nameForm.test(name) || name === 'Statistik') return undefined;
    this.#learned++;
    const prefix = parent.element?.prefix ?? `${parent.unknownPath}/`;
    const path = parent.isOpaque ? undefined : (prefix + printable(name)).slice(0, longestPath);
    return new ElementNode(qualified, undefined, parent, path);
  }
}

/** The end of the name that starts at `at`. */
const endOfName = (bytes: Buffer, at: number): number => {
  let end = at;
  while (end < bytes.length && bytes[end] !== greaterThan && bytes[end] !== slash) end++;
  return end;
};
