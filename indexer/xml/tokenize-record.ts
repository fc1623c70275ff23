import {held, type RecordSlots} from '../records/record-slots.ts';
import {maxDepth} from '../records/record-tree.ts';
import {recordLists} from '../records/register-paths.ts';
import {mostPaths} from '../records/unknown-elements.ts';
import {type ElementNode, ElementNodes, endOfName} from './element-nodes.ts';
import {isReadable} from './record-text.ts';

const [lineFeed, space, hyphen, slash, lessThan, greaterThan] = [
  0x0a, 0x20, 0x2d, 0x2f, 0x3c, 0x3e,
];
const fourSpaces = 0x20202020;
const twoByteLatin = 0xc3;

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

/**
 * A tokenizer for records in the one shape the register writes: every element with the same prefix,
 * no attributes, comments or CDATA. It leaves anything else to `parse-record.ts`: so it may be narrow,
 * but must never accept what the parser rejects.
 *
 * It works on bytes, compares whole tags with those that it expects, and makes no text: `slots` gets
 * the offsets. The next element is guessed from the one before; any other order is read as well.
 */
export class RecordTokenizer {
  readonly #nodes: ElementNodes | undefined;
  readonly #slots: RecordSlots;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #depth = 0;
  /** Where the slots of the current row begin; 0 outside of rows. */
  #base = 0;
  /** Whether the current element is a further occurrence of one that is read once. */
  #isRepeat = false;
  /** Whether the element that ended last holds anything. */
  #holds = false;

  /** @param prefix The prefix of the register's namespace; empty when it is the default one. */
  constructor(prefix: string, slots: RecordSlots) {
    this.#nodes = /^\w*$/.test(prefix) ? new ElementNodes(prefix) : undefined;
    this.#slots = slots;
  }

  /** Takes the bytes that records are in: valid UTF-8 where a record is. */
  readFrom(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Reads the record that starts at `start` into the slots. Returns where it ends, or -1 if it is not
   * of that shape.
   */
  tokenize(start: number): number {
    const slots = this.#slots;
    slots.clear();
    slots.bytes = this.#bytes;
    slots.view = this.#view;
    const root = this.#nodes?.root;
    if (root === undefined || this.#bytes[start] !== lessThan) return notMine;
    if (!root.isAt(this.#view, start + 1)) return notMine;
    this.#depth = 0;
    this.#base = 0;
    this.#isRepeat = false;
    const content = this.#skipSpace(start + 1 + root.length);
    if (this.#bytes[content] !== lessThan || this.#bytes[content + 1] === slash) return notMine;
    const end = this.#children(root, content);
    return slots.unknown.size > mostPaths ? notMine : end;
  }

  /** Reads elements from `at` on, up to and including the end tag of their parent. */
  #children(parent: ElementNode, from: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    if (++this.#depth === maxDepth) return notMine;
    let at = from;
    let previous: ElementNode | undefined;
    let holds = false;
    while (bytes[at + 1] !== slash) {
      const child = this.#childAt(parent, previous, at + 1);
      if (child === undefined) return notMine;
      previous = child;
      at += 1 + child.length;
      if (bytes[at - 1] !== greaterThan) {
        // An empty-element tag.
        if (bytes[at] !== greaterThan) return notMine;
        at = this.#skipSpace(at + 1);
        this.#holds = false;
      } else {
        at = this.#skipSpace(this.#content(child, at));
      }
      if (bytes[at] !== lessThan) return notMine;
      holds ||= this.#holds;
    }
    if (!parent.isAt(view, at + 2)) return notMine;
    this.#depth--;
    this.#holds = holds;
    return at + 2 + parent.length;
  }

  /** The element whose tag is at `at`. */
  #childAt(parent: ElementNode, previous: ElementNode | undefined, at: number) {
    const view = this.#view;
    const guess = previous ? previous.next : parent.first;
    if (guess?.isAt(view, at)) return guess;
    const second = previous?.other;
    if (second?.isAt(view, at)) return second;
    const bytes = this.#bytes;
    const child = this.#nodes?.find(parent, bytes, at, endOfName(bytes, at));
    if (previous === undefined) parent.first = child;
    else {
      previous.other = previous.next;
      previous.next = child;
    }
    return child;
  }

  /** Reads what is between the tags of an element, and its end tag. */
  #content(node: ElementNode, start: number): number {
    const bytes = this.#bytes;
    if (node.nests) {
      const child = this.#skipSpace(start);
      if (bytes[child] === lessThan && bytes[child + 1] !== slash)
        return this.#elements(node, child);
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
      if (this.#skipSpace(start) !== end) return notMine;
      node.nests = true;
      return this.#elements(node, end);
    }
    if (!node.isAt(this.#view, end + 2)) return notMine;
    if (isSpecial && !isReadable(bytes, start, end)) return notMine;
    this.#holds = start !== end;
    if (this.#holds) this.#take(node, start, end, isSpecial);
    return end + 2 + node.length;
  }

  /** Reads an element with children, of which the first is at `at`. */
  #elements(node: ElementNode, at: number): number {
    const {element} = node;
    if (element === undefined || this.#isRepeat) return this.#children(node, at);
    const slots = this.#slots;
    const base = this.#base;
    const list = recordLists[element.list];
    if (list !== undefined) {
      this.#base = slots.addRow(list);
      const end = this.#children(node, at);
      this.#base = base;
      if (!this.#holds) slots.dropRow(list);
      return end;
    }
    if (element.repeats) return this.#children(node, at);
    const slot = base + element.slot;
    this.#isRepeat = slots.kinds[slot] !== held.nothing;
    const end = this.#children(node, at);
    if (this.#holds && !this.#isRepeat) slots.kinds[slot] = held.elements;
    this.#isRepeat = false;
    return end;
  }

  /** Notes the text of an element. */
  #take(node: ElementNode, from: number, to: number, isSpecial: boolean): void {
    if (node.unknownPath !== undefined) this.#noteUnknown(node);
    if (node.slot < 0 || this.#isRepeat) return;
    const slots = this.#slots;
    const slot = this.#base + node.slot;
    if (slots.kinds[slot] !== held.nothing) return;
    const bytes = this.#bytes;
    let [start, end] = [from, to];
    while (start < end && bytes[start] === space) start++;
    while (start < end && bytes[end - 1] === space) end--;
    slots.starts[slot] = start;
    slots.ends[slot] = end;
    if (isSpecial) slots.kinds[slot] = held.written;
    else if (start === end || (end - start === 1 && bytes[start] === hyphen)) {
      slots.kinds[slot] = held.blank;
    } else slots.kinds[slot] = this.#mayBeSpace(start, end) ? held.written : held.plain;
  }

  /** Whether the text may begin or end with a space beyond ASCII: any but those from À to ÿ. */
  #mayBeSpace(start: number, end: number): boolean {
    const bytes = this.#bytes as {readonly [at: number]: number};
    const first = bytes[start] as number;
    const last = bytes[end - 1] as number;
    return (
      (first > 0x7f && first !== twoByteLatin) || (last > 0x7f && bytes[end - 2] !== twoByteLatin)
    );
  }

  #noteUnknown({unknownPath, parent}: ElementNode): void {
    if (unknownPath === undefined || this.#slots.unknown.has(unknownPath)) return;
    if (parent) this.#noteUnknown(parent);
    this.#slots.unknown.add(unknownPath);
  }

  /** Where the white space from `from` on ends. */
  #skipSpace(from: number): number {
    if (from < 0) return from;
    const bytes = this.#bytes;
    const view = this.#view;
    let at = from;
    if (bytes[at] === lineFeed) at++;
    while (at + 4 <= view.byteLength && view.getInt32(at) === fourSpaces) at += 4;
    while (bytes[at] === space || bytes[at] === lineFeed || bytes[at] === 9) at++;
    return at;
  }
}
