import type {ElementNode} from './element-node.ts';
import {ElementNodes} from './element-nodes.ts';
import {held, type RecordSlots} from './record-slots.ts';
import {character, characters, isReadable, skipSpace} from './record-text.ts';
import {maxDepth} from './record-tree.ts';
import {identElement, type RegisterElement, recordLists} from './register-paths.ts';
import {mostPaths} from './unknown-elements.ts';

const [slash, lessThan, greaterThan] = [0x2f, 0x3c, 0x3e];

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
  readonly #nodes: ElementNodes;
  readonly #slots: RecordSlots;
  #bytes: Buffer = Buffer.alloc(0);
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
    this.#nodes = new ElementNodes(prefix);
    this.#slots = slots;
  }

  /** Takes the bytes that records are in: valid UTF-8 where a record is. */
  readFrom(bytes: Buffer): void {
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
    const {root} = this.#nodes;
    if (this.#bytes[start] !== lessThan || !root.isAt(this.#view, start + 1)) return notMine;
    this.#depth = 0;
    this.#base = 0;
    this.#isRepeat = false;
    const content = skipSpace(this.#view, start + 1 + root.length);
    if (this.#bytes[content] !== lessThan || this.#bytes[content + 1] === slash) return notMine;
    const end = this.#children(root, content);
    return slots.unknown.size > mostPaths ? notMine : end;
  }

  /** Reads elements from `at` on, up to and including the end tag of their parent. */
  #children(parent: ElementNode, from: number): number {
    const slots = this.#slots;
    const {bytes, view} = slots;
    if (++this.#depth === maxDepth) return notMine;
    let at = from;
    let previous: ElementNode | undefined;
    let holds = false;
    while (bytes[at + 1] !== slash) {
      const child = this.#nodes.childAt(parent, previous, slots, at + 1);
      if (child === undefined) return notMine;
      previous = child;
      at += 1 + child.length;
      if (bytes[at - 1] !== greaterThan) {
        // An empty-element tag.
        if (bytes[at] !== greaterThan) return notMine;
        at = skipSpace(view, at + 1);
        this.#holds = false;
      } else {
        at = this.#content(child, at);
        if (at === notMine) return notMine;
        at = skipSpace(view, at);
      }
      if (bytes[at] !== lessThan) return notMine;
      holds ||= this.#holds;
    }
    if (!parent.isAt(view, at + 2)) return notMine;
    this.#depth--;
    this.#holds = holds;
    return at + 2 + parent.length;
  }

  /** Reads what is between the tags of an element, and its end tag. */
  #content(node: ElementNode, start: number): number {
    const bytes = this.#bytes;
    if (node.nests) {
      const child = skipSpace(this.#view, start);
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
      if (skipSpace(this.#view, start) !== end) return notMine;
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
    // An index of -1 would be looked up as a name.
    const list = element.list < 0 ? undefined : recordLists[element.list];
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
    if (this.#holds && this.#isRepeat) this.#noteRepeat(element);
    else if (this.#holds) slots.kinds[slot] = held.elements;
    this.#isRepeat = false;
    return end;
  }

  /** Notes the text of an element. */
  #take(node: ElementNode, start: number, end: number, isSpecial: boolean): void {
    if (node.unknownPath !== undefined) this.#noteUnknown(node);
    if (node.slot < 0 || this.#isRepeat) return;
    const slots = this.#slots;
    const slot = this.#base + node.slot;
    if (slots.kinds[slot] === held.nothing) slots.put(slot, start, end, isSpecial);
    else this.#noteRepeat(node.element);
  }

  #noteRepeat(element: RegisterElement | undefined): void {
    if (element === identElement) this.#slots.repeatsIdent = true;
  }

  #noteUnknown({unknownPath, parent}: ElementNode): void {
    if (unknownPath === undefined || this.#slots.unknown.has(unknownPath)) return;
    if (parent) this.#noteUnknown(parent);
    this.#slots.unknown.add(unknownPath);
  }
}
