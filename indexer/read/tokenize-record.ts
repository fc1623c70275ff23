import {type RecordSlots, slotKind} from './record-slots.ts';
import {identElement, type RegisterElement, recordElement} from './register-elements.ts';
import {maxDepth} from './source-record.ts';
import {longestPath, mostPaths, printable} from './unknown-elements.ts';

/** The number of paths to learn at most. The register uses some 250; a document may have thousands more. */
const mostLearned = 2000;

/** The number of siblings compared before a name is read: no element of the register has as many children. */
const mostGuesses = 100;

/** The register's longest name has 61 characters. */
const nameForm = /^[A-Za-z_]\w{0,99}$/;

const littleEndian = true;

const [tab, lineFeed, space] = [0x09, 0x0a, 0x20];
const [slash, lessThan, greaterThan] = [0x2f, 0x3c, 0x3e];
const fourSpaces = 0x20202020;

const isSpace = (byte: number): boolean => byte === space || byte === lineFeed || byte === tab;

/** The kinds of bytes in the text of an element. */
const character = {
  /** Stands for itself. */
  plain: 0,
  /** Text with it needs a closer look. */
  special: 1,
  /** `<` */
  end: 2,
  /** Not a character of XML 1.0, or a carriage return, which requires normalising lines. */
  unreadable: 3,
} as const;

const characters = Uint8Array.from({length: 256}, (_, byte) => {
  if (byte === lessThan) return character.end;
  // U+FFFE and U+FFFF, which XML does not have, begin with 0xEF.
  if ([...Buffer.from('&]'), 0xef].includes(byte)) return character.special;
  return byte >= space || isSpace(byte) ? character.plain : character.unreadable;
});

/** An element at its place in a record, and the bytes of its tags. */
class ElementNode {
  /** `ns:Name>`, the end of each of its tags, as words of four bytes; the last four, which may overlap, are `last`. */
  readonly words: Int32Array;
  readonly last: number;
  readonly length: number;
  /** Undefined for an unknown element. */
  readonly element: RegisterElement | undefined;
  readonly slot: number;
  readonly parent: ElementNode | undefined;
  /** The record itself is at 1. */
  readonly depth: number;
  /** The path of an unknown element, in a form that may be logged. */
  readonly unknownPath: string | undefined;
  /** The children seen so far, by qualified name. */
  readonly children = new Map<string, ElementNode>();
  lastChild: ElementNode | undefined;
  /** The sibling that tends to follow: a ring, from the last to the first. */
  next: ElementNode = this;

  constructor(
    qualifiedName: string,
    element: RegisterElement | undefined,
    parent?: ElementNode,
    unknownPath?: string,
  ) {
    const tag = Buffer.from(`${qualifiedName}>`);
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
  }

  /** Adds a child that was seen after `previous`, or first. */
  add(qualifiedName: string, child: ElementNode, previous: ElementNode | undefined): void {
    this.children.set(qualifiedName, child);
    const before = previous ?? this.lastChild ?? child;
    child.next = before.next;
    before.next = child;
    if (this.lastChild === undefined || this.lastChild === previous) this.lastChild = child;
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
}

const notMine = -1;

/** The base for a further occurrence of an element that is read once: it has no slots. */
const unread = -1;

/**
 * A tokenizer for records in the one shape the register writes: every element with the same prefix,
 * no attributes, comments or CDATA. It leaves anything else to `parse-record.ts`: so it may be narrow,
 * but must never accept a record that the parser rejects.
 *
 * It works on bytes, compares whole tags with the expected ones, and makes no text: `slots` gets
 * the offsets. Elements are expected in the order in which they were seen; any other order is read as well.
 */
export class RecordTokenizer {
  readonly #prefix: string;
  readonly #root: ElementNode;
  readonly #slots: RecordSlots;
  #learned = 0;
  /** The number of elements with text in the record so far: an element holds something if it adds to it. */
  #texts = 0;

  /** @param prefix The prefix of the register's namespace; empty when it is the default one. */
  constructor(prefix: string, slots: RecordSlots) {
    this.#prefix = prefix === '' ? '' : `${prefix}:`;
    this.#root = new ElementNode(`${this.#prefix}Statistik`, recordElement);
    this.#slots = slots;
  }

  /**
   * Reads the record that starts at `start` of the slots' bytes, which are valid UTF-8 there. Returns
   * where it ends, or -1 if it is not of that shape.
   */
  tokenize(start: number): number {
    const slots = this.#slots;
    const {bytes, view} = slots;
    slots.clear();
    this.#texts = 0;
    const root = this.#root;
    if (bytes[start] !== lessThan || !root.isAt(view, start + 1)) return notMine;
    const content = skipSpace(view, start + 1 + root.length);
    if (bytes[content] !== lessThan || bytes[content + 1] === slash) return notMine;
    const end = this.#children(root, content, 0);
    slots.setRecord(start, end);
    return slots.unknown.size > mostPaths ? notMine : end;
  }

  /**
   * Reads elements from `from` on, up to and including the end tag of their parent.
   *
   * @param base Where their slots begin: 0 outside of rows.
   */
  #children(parent: ElementNode, from: number, base: number): number {
    const slots = this.#slots;
    const {bytes, view} = slots;
    let at = from;
    let previous: ElementNode | undefined;
    while (bytes[at + 1] !== slash) {
      const child = this.#childAt(parent, previous, at + 1);
      if (child === undefined) return notMine;
      previous = child;
      at += 1 + child.length;
      if (bytes[at - 1] === greaterThan) {
        at = this.#content(child, at, base);
        if (at === notMine) return notMine;
      } else {
        // An empty-element tag.
        if (bytes[at] !== greaterThan) return notMine;
        at++;
      }
      at = skipSpace(view, at);
      if (bytes[at] !== lessThan) return notMine;
    }
    return parent.isAt(view, at + 2) ? at + 2 + parent.length : notMine;
  }

  /**
   * The child of `parent` whose tag is at `at`, after `previous`. Undefined for a name that the register
   * would not use.
   */
  #childAt(
    parent: ElementNode,
    previous: ElementNode | undefined,
    at: number,
  ): ElementNode | undefined {
    const {view} = this.#slots;
    let guess = (previous ?? parent.lastChild)?.next;
    for (let remaining = mostGuesses; guess && remaining > 0; remaining--) {
      if (guess.isAt(view, at)) return guess;
      guess = guess.next;
    }
    return this.#named(parent, previous, at);
  }

  /** The child whose name is at `at`: one in an empty-element tag, or one that was not seen before. */
  #named(
    parent: ElementNode,
    previous: ElementNode | undefined,
    at: number,
  ): ElementNode | undefined {
    const {bytes} = this.#slots;
    let end = at;
    while (end < bytes.length && bytes[end] !== greaterThan && bytes[end] !== slash) end++;
    const qualified = bytes.toString('latin1', at, end);
    const seen = parent.children.get(qualified);
    if (seen) return seen;
    if (!qualified.startsWith(this.#prefix) || qualified.length < 4) return undefined;
    const name = qualified.slice(this.#prefix.length);
    const known = parent.element?.children[name];
    const child = known ? new ElementNode(qualified, known, parent) : this.#learn(name, parent);
    if (child) parent.add(qualified, child, previous);
    return child;
  }

  /** Makes a node for an unknown element, unless the register would not use the name. */
  #learn(name: string, parent: ElementNode): ElementNode | undefined {
    if (this.#learned >= mostLearned || parent.depth === maxDepth) return undefined;
    // The parser rejects a record in a record: it ends at the first end tag.
    if (!nameForm.test(name) || name === 'Statistik') return undefined;
    this.#learned++;
    const {element, unknownPath} = parent;
    // Below an opaque element nothing is reported as unknown.
    const isTold = element ? !element.isOpaque : unknownPath !== undefined;
    const path = ((element?.prefix ?? `${unknownPath}/`) + printable(name)).slice(0, longestPath);
    return new ElementNode(this.#prefix + name, undefined, parent, isTold ? path : undefined);
  }

  /** Reads the content of an element, and its end tag. */
  #content(node: ElementNode, start: number, base: number): number {
    const {bytes, view} = this.#slots;
    if (node.lastChild) {
      const child = skipSpace(view, start);
      if (bytes[child] === lessThan && bytes[child + 1] !== slash)
        return this.#elements(node, child, base);
    }
    let end = start;
    let isSpecial = false;
    for (; end < bytes.length; end++) {
      const found = characters[bytes[end] as number];
      if (found === character.plain) continue;
      if (found === character.end) break;
      if (found === character.unreadable) return notMine;
      isSpecial = true;
    }
    if (bytes[end + 1] !== slash) {
      if (skipSpace(view, start) !== end) return notMine;
      return this.#elements(node, end, base);
    }
    if (!node.isAt(view, end + 2)) return notMine;
    if (isSpecial && !isReadable(bytes, start, end)) return notMine;
    if (start !== end) this.#take(node, start, end, base);
    return end + 2 + node.length;
  }

  /** Reads an element with children, the first of which is at `at`. */
  #elements(node: ElementNode, at: number, base: number): number {
    const {element} = node;
    if (element === undefined || base === unread) return this.#children(node, at, base);
    const slots = this.#slots;
    const textsBefore = this.#texts;
    if (element.list !== undefined) {
      const end = this.#children(node, at, slots.addRow(element.list));
      if (this.#texts === textsBefore) slots.dropRow(element.list);
      return end;
    }
    if (node.slot < 0) return this.#children(node, at, base);
    const slot = base + element.slot;
    const isRepeat = slots.kinds[slot] !== slotKind.nothing;
    const end = this.#children(node, at, isRepeat ? unread : base);
    if (this.#texts === textsBefore) return end;
    if (!isRepeat) slots.kinds[slot] = slotKind.elements;
    else if (element === identElement) slots.repeatsIdent = true;
    return end;
  }

  /** Notes the text of an element. */
  #take(node: ElementNode, start: number, end: number, base: number): void {
    this.#texts++;
    if (node.unknownPath !== undefined) this.#noteUnknown(node);
    if (node.slot < 0 || base === unread) return;
    const slots = this.#slots;
    const slot = base + node.slot;
    if (slots.kinds[slot] === slotKind.nothing) slots.put(slot, start, end);
    else if (node.element === identElement) slots.repeatsIdent = true;
  }

  #noteUnknown({unknownPath, parent}: ElementNode): void {
    if (unknownPath === undefined || this.#slots.unknown.has(unknownPath)) return;
    if (parent) this.#noteUnknown(parent);
    this.#slots.unknown.add(unknownPath);
  }
}

/** Where the white space from `start` on ends. The register begins a line for each element. */
const skipSpace = (view: DataView, start: number): number => {
  const end = view.byteLength;
  let at = start;
  if (at < end && view.getUint8(at) === lineFeed) at++;
  while (at + 4 <= end && view.getInt32(at) === fourSpaces) at += 4;
  while (at < end && isSpace(view.getUint8(at))) at++;
  return at;
};

/** Not characters of XML 1.0; a carriage return is one, but requires normalising lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unreadable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\]\]>/;

const unknownEntity = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** Whether the bytes are character data of XML 1.0 (§2.4) with no entities but the five named ones. */
const isReadable = (bytes: Buffer, start: number, end: number): boolean => {
  const text = bytes.toString('utf8', start, end);
  return !unreadable.test(text) && !unknownEntity.test(text);
};
