import {type ElementNode, ElementNodes} from './element-nodes.ts';
import {type RecordSlots, slotKind} from './record-slots.ts';
import {identElement} from './register-elements.ts';
import {mostPaths} from './unknown-elements.ts';

const [tab, lineFeed, space] = [0x09, 0x0a, 0x20];
const [slash, lessThan, greaterThan] = [0x2f, 0x3c, 0x3e];
const fourSpaces = 0x20202020;

/** The kinds of bytes in the text of an element. */
const character = {
  /** It stands for itself, in XML and in JSON. */
  plain: 0,
  /** Text that has it needs a closer look. */
  special: 1,
  /** `<` */
  end: 2,
  /** Not a character of XML 1.0, or a carriage return: reading that means normalising lines. */
  unreadable: 3,
} as const;

const characters = Uint8Array.from({length: 256}, (_, byte) => {
  if (byte === lessThan) return character.end;
  // U+FFFE and U+FFFF, which XML does not have, begin with 0xEF.
  if ([...Buffer.from('&]"\\\t\n'), 0xef].includes(byte)) return character.special;
  return byte < space ? character.unreadable : character.plain;
});

const notMine = -1;

/** The base of a further occurrence of an element that is read once: it has no slots. */
const unread = -1;

/**
 * A tokenizer for records in the one shape the register writes: every element with the same prefix,
 * no attributes, comments or CDATA. It leaves anything else to `parse-record.ts`: so it may be narrow,
 * but must never accept what the parser rejects.
 *
 * It works on bytes, compares whole tags with those that it expects, and makes no text: `slots` gets
 * the offsets. The next element is guessed from the one before; any other order is read as well.
 */
export class RecordTokenizer {
  readonly #nodes: ElementNodes;
  readonly #slots: RecordSlots;
  /** How many elements with text the record has so far: an element holds something if it adds to them. */
  #texts = 0;

  /** @param prefix The prefix of the register's namespace; empty when it is the default one. */
  constructor(prefix: string, slots: RecordSlots) {
    this.#nodes = new ElementNodes(prefix);
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
    const {root} = this.#nodes;
    if (bytes[start] !== lessThan || !root.isAt(view, start + 1)) return notMine;
    const content = skipSpace(view, start + 1 + root.length);
    if (bytes[content] !== lessThan || bytes[content + 1] === slash) return notMine;
    const end = this.#children(root, content, 0);
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
      const child = this.#nodes.childAt(parent, previous, slots, at + 1);
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

  /** Reads what is between the tags of an element, and its end tag. */
  #content(node: ElementNode, start: number, base: number): number {
    const {bytes, view} = this.#slots;
    if (node.nests) {
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
      node.nests = true;
      return this.#elements(node, end, base);
    }
    if (!node.isAt(view, end + 2)) return notMine;
    if (isSpecial && !isReadable(bytes, start, end)) return notMine;
    if (start !== end) this.#take(node, start, end, isSpecial, base);
    return end + 2 + node.length;
  }

  /** Reads an element with children, of which the first is at `at`. */
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
    if (element.repeats) return this.#children(node, at, base);
    const slot = base + element.slot;
    const isRepeat = slots.kinds[slot] !== slotKind.nothing;
    const end = this.#children(node, at, isRepeat ? unread : base);
    if (this.#texts === textsBefore) return end;
    if (!isRepeat) slots.kinds[slot] = slotKind.elements;
    else if (element === identElement) slots.repeatsIdent = true;
    return end;
  }

  /** Notes the text of an element. */
  #take(node: ElementNode, start: number, end: number, isSpecial: boolean, base: number): void {
    this.#texts++;
    if (node.unknownPath !== undefined) this.#noteUnknown(node);
    if (node.slot < 0 || base === unread) return;
    const slots = this.#slots;
    const slot = base + node.slot;
    if (slots.kinds[slot] === slotKind.nothing) slots.put(slot, start, end, isSpecial);
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

const isSpace = (byte: number): boolean => byte === space || byte === lineFeed || byte === tab;

/** Not a character of XML 1.0; a carriage return is one, but reading it means normalising lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unreadable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\]\]>/;

const unknownEntity = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** Whether the bytes are character data of XML 1.0 (§2.4) with the five named entities alone. */
const isReadable = (bytes: Buffer, start: number, end: number): boolean => {
  const text = bytes.toString('utf8', start, end);
  return !unreadable.test(text) && !unknownEntity.test(text);
};
