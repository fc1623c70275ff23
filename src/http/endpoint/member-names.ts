import {jsonParser} from 'stream-json/core/parser.js';

/** The names of the outermost object's members, in order and unescaped, of a text known to be JSON. */
const memberNames = (json: string): readonly string[] => {
  const tokens = jsonParser({streamValues: false})(json);
  const names: string[] = [];
  let depth = 0;
  for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
    if (token.name === 'keyValue' && depth === 1) names.push(token.value);
    if (token.name === 'startObject' || token.name === 'startArray') depth += 1;
    if (token.name === 'endObject' || token.name === 'endArray') depth -= 1;
  }
  return names;
};

/** Names that JavaScript gives a meaning of its own, which nobody sends by accident. */
const reserved = ['__proto__', 'toJSON'];

/**
 * Whether the outermost object says one thing only. `JSON.parse` keeps the last of several members of
 * one name, other parsers the first: such a body means different things on its way (RFC 8259 §4).
 */
export const isUnambiguous = (json: string): boolean => {
  const names = memberNames(json);
  return new Set(names).size === names.length && !reserved.some(name => names.includes(name));
};
