import {ElementNode} from './element-node.ts';
import {type RegisterElement, recordElement} from './register-paths.ts';
import {longestPath, printable} from './unknown-elements.ts';

/** The register uses some 250 paths. Of a document with thousands more, no more are learned. */
const mostLearned = 2000;

/** The register's longest name has 61 characters. */
const nameForm = /^[A-Za-z_]\w{0,99}$/;

const slash = 0x2f;
const greaterThan = 0x3e;

/** The same bytes twice: for single ones, and for four at once. */
type Source = {readonly bytes: Buffer; readonly view: DataView};

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
    const node = new ElementNode(this.#tagOf(name), element, parent);
    for (const [name, child] of Object.entries(element.children)) {
      node.add(this.#node(name, child, node));
    }
    return node;
  }

  #tagOf(name: string): Buffer {
    return Buffer.from(`${this.#prefix}${name}>`);
  }

  /**
   * The child of `parent` whose tag is at `at`, after `previous`. The next child is guessed from what
   * followed the last times. Undefined for a name that the register would not use.
   */
  childAt(
    parent: ElementNode,
    previous: ElementNode | undefined,
    {bytes, view}: Source,
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

  #learn(parent: ElementNode, bytes: Buffer, start: number, end: number) {
    const qualified = bytes.toString('latin1', start, end);
    if (!qualified.startsWith(this.#prefix) || qualified.length < 4) return undefined;
    const name = qualified.slice(this.#prefix.length);
    // A record in a record is for the parser to reject: it ends at the first end tag.
    if (this.#learned >= mostLearned || !nameForm.test(name) || name === 'Statistik')
      return undefined;
    this.#learned++;
    const prefix = parent.element?.prefix ?? `${parent.unknownPath}/`;
    const path = parent.isWhole ? undefined : (prefix + printable(name)).slice(0, longestPath);
    const child = new ElementNode(this.#tagOf(name), undefined, parent, path);
    parent.add(child);
    return child;
  }
}

/** The end of the name that starts at `at`. */
const endOfName = (bytes: Buffer, at: number): number => {
  let end = at;
  while (end < bytes.length && bytes[end] !== greaterThan && bytes[end] !== slash) end++;
  return end;
};
