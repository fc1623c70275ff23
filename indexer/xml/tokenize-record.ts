import {
  addElement,
  emptyTree,
  type GrowingTree,
  maxDepth,
  type RecordTree,
} from '../records/record-tree.ts';
import {decodeText, type ElementName, type ElementNames, elementNames} from './record-tokens.ts';

const slash = '/'.charCodeAt(0);
const greaterThan = '>'.charCodeAt(0);

/**
 * A tokenizer for records in the one shape the register writes: every element with the same prefix,
 * no attributes, comments or CDATA. It returns `undefined` for anything else, and the record goes to
 * `parse-record.ts`: so it may be narrow, but must never accept what the parser rejects.
 *
 * A record is read as Latin-1, one character a byte, and only texts beyond ASCII are decoded. The
 * next element is guessed from the one before, and a sticky expression takes a whole leaf at once.
 */
export class RecordTokenizer {
  readonly #elements: ElementNames;
  readonly #root: ElementName | undefined;
  readonly #nameOffset: number;
  #record: Buffer = Buffer.alloc(0);
  #text = '';
  #at = 0;
  #depth = 0;
  /** The element that started last. */
  #last: ElementName | undefined;

  /** @param prefix The prefix of the register's namespace; empty when it is the default one. */
  constructor(prefix: string) {
    this.#elements = elementNames(prefix);
    this.#root = /^\w*$/.test(prefix) ? this.#elements('Statistik') : undefined;
    this.#nameOffset = prefix === '' ? 1 : prefix.length + 2;
  }

  /** @param record One record from its start tag to its end tag, in valid UTF-8. */
  tokenize(record: Buffer): RecordTree | undefined {
    if (this.#root === undefined) return undefined;
    this.#record = record;
    this.#text = record.toString('latin1');
    this.#at = 0;
    this.#depth = 0;
    const tree = this.#content(this.#root);
    return typeof tree === 'object' && this.#at === this.#text.length ? tree : undefined;
  }

  /** The content of `element`; `undefined`, without a step taken, when another one starts here. */
  #content(element: ElementName): string | GrowingTree | undefined {
    const start = this.#at;
    this.#last = element;
    const last = this.#text.charCodeAt(start + element.startLength - 1);
    if (last === slash) return this.#takes(element.empty) ? '' : undefined;
    // A wrong guess mostly shows in its length, which is cheaper to look at than its name.
    if (last !== greaterThan) return undefined;
    if (element.nests && this.#takes(element.parent)) return this.#children(element);
    if (this.#takes(element.leaf)) return this.#plainText(element, start);
    if (this.#takes(element.parent)) {
      element.nests = true;
      return this.#children(element);
    }
    return this.#takes(element.start) ? this.#decodedText(element) : undefined;
  }

  #children(parent: ElementName): '' | GrowingTree | undefined {
    if (++this.#depth === maxDepth) return undefined;
    const tree = emptyTree();
    let holdsNothing = true;
    while (this.#text.charCodeAt(this.#at + 1) !== slash) {
      const content = this.#child(tree);
      if (content === undefined) return undefined;
      if (content !== '') holdsNothing = false;
    }
    if (!this.#takes(parent.end)) return undefined;
    this.#depth--;
    return holdsNothing ? '' : tree;
  }

  /** Adds the element that starts here. */
  #child(tree: GrowingTree): string | GrowingTree | undefined {
    const start = this.#at;
    const previous = this.#last;
    let element = previous?.next;
    let content = element && this.#content(element);
    if (content === undefined && this.#at === start) {
      element = this.#elementHere();
      if (previous !== undefined) previous.next = element;
      content = element && this.#content(element);
    }
    if (element !== undefined && content !== undefined) addElement(tree, element.local, content);
    return content;
  }

  /** The element whose start tag seems to be here. */
  #elementHere(): ElementName | undefined {
    const end = this.#text.indexOf('>', this.#at);
    const isEmpty = this.#text.charCodeAt(end - 1) === slash;
    return this.#elements(this.#text.slice(this.#at + this.#nameOffset, isEmpty ? end - 1 : end));
  }

  /** The text of a leaf that was taken whole from `start` on. */
  #plainText(element: ElementName, start: number): string {
    const from = start + element.startLength;
    return this.#text.slice(from, this.#text.indexOf('<', from));
  }

  #decodedText(element: ElementName): string | undefined {
    const end = this.#text.indexOf('<', this.#at);
    if (end === -1) return undefined;
    const text = decodeText(this.#record.toString('utf8', this.#at, end));
    this.#at = end;
    return this.#takes(element.end) ? text : undefined;
  }

  #takes(expression: RegExp): boolean {
    expression.lastIndex = this.#at;
    if (!expression.test(this.#text)) return false;
    this.#at = expression.lastIndex;
    return true;
  }
}
