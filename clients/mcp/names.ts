import {didYouMean} from '#core/domain/nearest.ts';
import {toSearchName} from '#core/domain/search-name.ts';
import type {Client} from './vehicle.ts';

type NamedList = 'makes' | 'colors' | 'kinds' | 'usages';

type Entry = {readonly id: string; readonly name: string; readonly originalName?: string};

/** The entries that a name can mean. Makes are many, and found by the start of a name; other lists are short. */
const entriesFor = async (
  client: Client,
  list: NamedList,
  name: string,
  signal: AbortSignal,
): Promise<readonly Entry[]> => {
  const query = {pageSize: 50, ...(list === 'makes' && {q: name})};
  return (await client.collect(`/v1/${list}`, {params: {query}, signal})).data;
};

const formsOf = ({name, originalName = name}: Entry) => [name, originalName].map(toSearchName);

/** `passenger car` has the word `car`. */
const hasWords = (form: string, sought: string): boolean =>
  ` ${form.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${sought} `);

/** A name that no entry has, or that can mean several. The message says which there are. */
class UnknownName extends Error {}

/** The ids of the entries with this name, in English or Danish, or of the only one that has it in its name. */
export const idsOf = async (
  client: Client,
  list: NamedList,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const sought = toSearchName(name);
  const entries = await entriesFor(client, list, sought, signal);
  const named = entries.filter(entry => formsOf(entry).includes(sought));
  if (named.length > 0) return named.map(({id}) => id);
  const similar = entries.filter(entry => formsOf(entry).some(form => hasWords(form, sought)));
  const [only, another] = similar;
  if (only && !another) return [only.id];
  if (only) {
    const choice = similar.slice(0, 20).map(each => `${each.name} (${each.id})`);
    throw new UnknownName(`Several of the ${list} are named ${name}: ${choice.join(', ')}.`);
  }
  const others = await entriesFor(client, list, sought.slice(0, 2), signal);
  const names = others.flatMap(entry => [entry.name, entry.originalName ?? entry.name]);
  const hint = didYouMean(name, new Set(names)) ?? 'See list_names.';
  throw new UnknownName(`None of the ${list} is named ${name}. ${hint}`);
};
