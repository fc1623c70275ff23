import {element, fill, findAll} from './elements.ts';

/** A choice: an entry of a list of the API, which is sent by its id, or a word. */
export type Choice = {
  readonly value: string;
  readonly text: string;
  readonly isId: boolean;
  /** The text in Danish. */
  readonly original?: string | undefined;
};

type Uses = {
  /** Finds the choices like a text. Rejects with the reason why nothing can be chosen. */
  readonly offer: (text: string) => Promise<readonly Choice[]>;
  /** Takes a choice, or a text that was typed instead. */
  readonly take: (chosen: Choice | string) => void;
};

const waitMs = 200;

const optionOf = (list: HTMLElement, {text, original}: Choice, at: number) =>
  element(
    'li',
    {role: 'option', id: `${list.id}-${at}`, 'aria-selected': 'false', 'data-at': at},
    text,
    original && original !== text && element('small', {lang: 'da'}, ` ${original}`),
  );

/** Points at one of the options, while the input keeps the focus. */
const pointer = (input: HTMLInputElement, list: HTMLElement) => {
  const options = () => findAll('[data-at]', list);
  const at = () => options().findIndex(({ariaSelected}) => ariaSelected === 'true');
  const move = (by: 1 | -1) => {
    const all = options();
    const option = all.at((Math.max(at(), by > 0 ? -1 : 0) + by) % (all.length || 1));
    for (const each of all) each.ariaSelected = String(each === option);
    input.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({block: 'nearest'});
  };
  return {at, move};
};

/** Makes an input and a list the combobox with a listbox of the ARIA Authoring Practices. */
export const combobox = (input: HTMLInputElement, list: HTMLElement, {offer, take}: Uses) => {
  let offered: readonly Choice[] = [];
  const point = pointer(input, list);
  let turn = 0;
  let timer = 0;

  const show = (isOpen: boolean) => {
    clearTimeout(timer);
    turn += 1;
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    input.removeAttribute('aria-activedescendant');
  };
  const open = async () => {
    const asked = ++turn;
    const found = await offer(input.value.trim()).catch((error: Error) => error.message);
    if (asked !== turn) return;
    offered = typeof found === 'string' ? [] : found;
    const none = typeof found === 'string' ? found : 'No name matches.';
    const options = offered.map((choice, at) => optionOf(list, choice, at));
    fill(
      list,
      options.length > 0 ? options : element('li', {role: 'option', 'aria-disabled': 'true'}, none),
    );
    show(true);
  };
  const end = (choice?: Choice) => {
    const chosen = choice ?? input.value.trim();
    show(false);
    input.value = '';
    if (chosen !== '') take(chosen);
  };

  const keys: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => (list.hidden ? open() : point.move(1)),
    ArrowUp: () => (list.hidden ? open() : point.move(-1)),
    Enter: () => end(list.hidden ? undefined : offered[point.at()]),
    Escape: () => {
      input.value = '';
      show(false);
    },
  };

  input.addEventListener('keydown', event => {
    // With nothing to choose, Enter sends the form.
    if (!keys[event.key] || (event.key === 'Enter' && list.hidden && input.value === '')) return;
    event.preventDefault();
    keys[event.key]?.();
  });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(open, waitMs);
  });
  input.addEventListener('click', open);
  input.addEventListener('blur', () => end());
  // The input keeps the focus while an option is pressed.
  list.addEventListener('mousedown', event => event.preventDefault());
  list.addEventListener('click', ({target}) => {
    const option = (target as HTMLElement).closest<HTMLElement>('[data-at]');
    if (option) end(offered[Number(option.dataset['at'])]);
  });
};
