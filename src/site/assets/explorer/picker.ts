import {call, callUrl, keyOf, queryOf, unanswered} from './calls.ts';
import {type Choice, combobox} from './combobox.ts';
import {element, fill, find} from './elements.ts';

type Entry = Readonly<Record<'id' | 'name', string>> & {readonly originalName?: string};
type Group = {readonly groups: readonly {readonly value: string}[]};

/** A text without case and accents, to compare. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const wordChoice = (word = ''): Choice => ({value: word, text: word, isId: false});

const choiceOf = (each: Entry | Group): Choice =>
  'groups' in each
    ? wordChoice(each.groups[0]?.value)
    : {value: each.id, text: each.name, isId: true, original: each.originalName};

/** Choices by the URLs of their calls: each call is charged, and names hardly change while a page is open. */
const known = new Map<string, readonly Choice[]>();

/** The choices on a page of a list, in a statistic, or in one entry. */
const ask = async (url: string): Promise<readonly Choice[]> => {
  if (keyOf() === '') throw new Error('Enter your key to see names.');
  const {ok, body} = await call(url, AbortSignal.timeout(10_000)).catch((error: unknown) => {
    throw new Error(unanswered(error));
  });
  if (!ok || !body)
    throw new Error((body as {title?: string} | undefined)?.title ?? 'No names found.');
  const choices = ((body as {data?: readonly (Entry | Group)[]}).data ?? [body as Entry]).map(
    choiceOf,
  );
  known.set(url, choices);
  return choices;
};

/** A link with more ids than this shows them without names: each name would cost a request. */
const mostNamed = 5;

/** The source of a filter's names: known words, those that vehicles have, or a list, maybe that of a chosen entry. */
const sourceOf = ({words, groups, list = ''}: DOMStringMap, form: HTMLFormElement) => {
  const parents = Array.from(list.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

  /** The ids of the entries that contain the list. */
  const above = (query = queryOf(form)) =>
    parents.map(name => [name, query.get(name) ?? query.get(`${name}s`) ?? ''] as const);

  const read = async (path: string, query: Readonly<Record<string, string>>) => {
    const missing = above().find(([, id]) => !/^\d+$/.test(id))?.[0];
    if (missing) throw new Error(`Choose one ${missing.replace(/Id$/, '')} first.`);
    const url = callUrl(path, new URLSearchParams({...query, ...Object.fromEntries(above())}));
    return known.get(url) ?? (await ask(url));
  };

  return {
    above: (query?: URLSearchParams) => above(query).join(),
    nameOf: async (id: string) => (await read(`${list}/${id}`, {}))[0]?.text ?? id,
    offer: async (text: string) => {
      if (list) return read(list, {...(text && {q: text}), pageSize: '50'});
      const all =
        words?.split('|').map(wordChoice) ?? read('/v1/statistics', {groupBy: `${groups}`});
      return (await all).filter(({text: word}) => folded(word).includes(folded(text)));
    },
  };
};

/** The choices in a query, with their names if it has them. */
const choicesIn = (query: URLSearchParams, {ids = '', id = '', name = ''}: DOMStringMap) =>
  [ids, id, name].flatMap((parameter, at): readonly Choice[] => {
    const values = query.get(parameter)?.split(at < 2 ? ',' : '\n') ?? [];
    const texts = query.get(`${parameter}.name`)?.split(at < 1 ? ',' : '\n') ?? [];
    // A name with a comma makes it unclear which name belongs to which id.
    const isNamed = texts.length === values.length;
    const choices = values.map((value, of) => ({
      value,
      text: (isNamed && texts[of]) || value,
      isId: at < 2,
    }));
    return choices.filter(({value}) => value !== '');
  });

/**
 * The field of a filter that names entries of a list, or words. A choice is sent by its id, with its name beside
 * it for readers of the link; a name that no list has offered is sent as it is.
 */
export const picker = (root: HTMLElement, form: HTMLFormElement) => {
  const {id = '', ids = '', name = '', list} = root.dataset;
  const input = find<HTMLInputElement>('input', root);
  const source = sourceOf(root.dataset, form);
  let chosen: readonly Choice[] = [];
  let above = '';

  const hidden = ({value, text, isId}: Choice) => {
    const parameter = isId ? (ids !== '' && chosen.length > 1 ? ids : id) : name;
    const field = (name: string, value: string) => element('input', {type: 'hidden', name, value});
    return [field(parameter, value), isId && field(`${parameter}.name`, text)];
  };
  const show = (choices: readonly Choice[], query?: URLSearchParams) => {
    chosen = choices;
    above = source.above(query);
    input.placeholder = chosen.map(({text}) => text).join(', ');
    fill(find('.chosen', root), chosen.flatMap(hidden));
  };
  const choose = (choices: readonly Choice[], kind = 'change') => {
    show(choices);
    form.dispatchEvent(new Event(kind));
  };
  /** Several ids can be chosen together; anything else replaces the earlier choice. */
  const add = (choice: Choice) => {
    const isBeside = ({isId, value}: Choice) => isId && value !== choice.value;
    choose([...(choice.isId && ids !== '' ? chosen.filter(isBeside) : []), choice]);
  };
  const take = async (taken: Choice | string) => {
    if (typeof taken !== 'string') return add(taken);
    const typed = {value: taken, text: taken, isId: name === ''};
    add(typed);
    // It becomes the entry with this name, once its list has answered.
    const found = list ? await source.offer(taken).catch(() => []) : [];
    const same = found.find(({text}) => folded(text) === folded(taken));
    if (same && chosen.includes(typed)) add(same);
  };
  /** Asks for the names of ids in a link without them. */
  const readNames = async () => {
    const asked = chosen;
    const isUnnamed = ({isId, text, value}: Choice) =>
      isId && text === value && /^\d+$/.test(value);
    if (keyOf() === '' || asked.length > mostNamed || !asked.some(isUnnamed)) return;
    const named = asked.map(async each =>
      isUnnamed(each) ? {...each, text: await source.nameOf(each.value)} : each,
    );
    const all = await Promise.all(named).catch(() => asked);
    if (asked === chosen) choose(all, 'named');
  };

  combobox(input, find('[role=listbox]', root), {offer: source.offer, take});
  find('#key').addEventListener('change', readNames);
  // An id of a model counts only under its make.
  form.addEventListener('change', () => {
    if (chosen.some(({isId}) => isId) && source.above() !== above) choose([]);
  });

  return {
    set: () =>
      chosen.map(choice => ({
        text: choice.text,
        remove: () => show(chosen.filter(each => each !== choice)),
      })),
    fill: (query: URLSearchParams): void => {
      input.value = '';
      show(choicesIn(query, root.dataset), query);
      void readNames();
    },
  };
};
