import {registerElements} from './register-elements.ts';

/** An element of the register, and where its text is kept while a record is read. */
export type RegisterElement = {
  /** The paths of the elements below it begin with this: `SynResultatStruktur/`. */
  readonly prefix: string;
  /** By name. It has no prototype, as trees have none. */
  readonly children: {[name: string]: RegisterElement};
  /** Whether everything below it is known. */
  isWhole: boolean;
  /** Its place among the texts of the record, or of the row that it is in; -1 if it has none. */
  readonly slot: number;
  /** Whether every occurrence is read: a list's row or one of its wrappers. */
  readonly repeats: boolean;
  /** Of which list it is a row, by index; -1 if it is none. */
  readonly list: number;
};

/** The elements of a record, or of each row of a list, have slots from 0 to `size`. */
export type Scope = {size: number};

/** A list of the record: its index, and the slots of each row. */
export type List = Scope & {readonly index: number; readonly path: string};

const lists: List[] = [];
const slots = new Map<string, number>();

const newElement = (
  prefix: string,
  {slot = -1, repeats = false, list = -1}: Partial<RegisterElement> = {},
): RegisterElement => ({
  prefix,
  children: Object.create(null),
  isWhole: false,
  slot,
  repeats,
  list,
});

const newList = (path: string): List => {
  const list = {index: lists.length, path, size: 0};
  lists.push(list);
  return list;
};

/** Adds an element as it is written in the outline. Returns it, and where elements below it are kept. */
const addElement = (written: string, parent: RegisterElement, scope: Scope) => {
  const [name = '', mark] = written.split(/(?=[*[])/);
  const path = parent.prefix + name;
  const list = mark === '[]' ? newList(path) : undefined;
  const slot = mark === undefined ? scope.size++ : -1;
  const repeats = mark !== undefined;
  const element = newElement(`${path}/`, {slot, repeats, list: list?.index ?? -1});
  parent.children[name] = element;
  slots.set(path, slot);
  return {element, scope: list ?? scope};
};

const readOutline = (outline: string) => {
  const record: Scope = {size: 0};
  const root = {element: newElement(''), scope: record};
  /** The last element on each level so far. */
  const last = [root];
  for (const line of outline.trim().split('\n')) {
    const names = line.trimStart();
    const level = (line.length - names.length) / 2;
    const {element: parent, scope} = last[level] ?? root;
    for (const written of names.split(' ')) {
      if (written === '…') parent.isWhole = true;
      else last[level + 1] = addElement(written, parent, scope);
    }
  }
  return {root: root.element, size: record.size};
};

const outline = readOutline(registerElements);

/** The element of a record. */
export const recordElement: RegisterElement = outline.root;

/** The element of the register's own key of a vehicle: a record has one. */
export const identElement = recordElement.children['KoeretoejIdent'];

/** How many slots a record has besides those of its rows. */
export const recordSlots = outline.size;

export const recordLists: readonly List[] = lists;

/**
 * The slot of the element at a path below `Statistik`, in the record or in the row that it is part of.
 * Throws for a path that the outline of the register does not have.
 */
export const slotAt = (path: string): number => {
  const slot = slots.get(path);
  if (slot === undefined || slot < 0) throw new Error(`The register has no text at ${path}.`);
  return slot;
};

/** The list whose rows are at this path. */
export const listAt = (path: string): List => {
  const list = lists.find(each => each.path === path);
  if (list === undefined) throw new Error(`The register has no list at ${path}.`);
  return list;
};
