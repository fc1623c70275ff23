import {createHash} from 'node:crypto';

/**
 * The id in Kibana of a thing of one installation. Kibana allows a–z, 0–9, "_" and "-", and at most 250
 * characters; `INDEX_PREFIX` can have dots as well. A digest keeps `a.b-` and `a-b-` apart.
 */
export const kibanaId = (prefix: string, name: string): string => {
  if (!prefix.includes('.')) return `${prefix}${name}`;
  const digest = createHash('sha256').update(prefix).digest('hex').slice(0, 8);
  return `${prefix.replaceAll('.', '-')}${name}-${digest}`;
};
