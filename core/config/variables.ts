import {readFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {z} from 'zod';
import {decoded, readRedisAddress} from './redis-address.ts';

/** Metadata of a variable whose value is not printed. Unless a library reads it, it can stand in a file. */
export const secret = (description: string, {file = true} = {}) => ({
  description,
  secret: true,
  file,
});

const hasProtocol = (url: string, ...protocols: readonly string[]): boolean =>
  protocols.includes(URL.parse(url)?.protocol ?? '');

const withoutTrailingSlash = (url: string): string => {
  let {length} = url;
  while (url[length - 1] === '/') length--;
  return url.slice(0, length);
};

/** Variables that hold a number, in decimal digits of this form. */
const numberOf = (form: RegExp, name: string) => (min: number, max: number) =>
  z
    .string()
    .refine(
      text => form.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a ${name} from ${min} to ${max}`,
    )
    .transform(Number);

export const port = numberOf(/^\d{1,5}$/, 'port number')(0, 65_535);
export const wholeNumber = numberOf(/^\d+$/, 'whole number');
/** Percent, or percentage points. */
export const percentage = numberOf(/^\d+(?:\.\d+)?$/, 'number')(0, 100);

/** A number of processes; `auto` is one for each core that this one may use. */
export const processes = z.union(
  [z.literal('auto').transform(() => availableParallelism()), wholeNumber(1, 256)],
  'must be auto or a whole number from 1 to 256',
);

/** `oneOf('live', 'test')` rejects any other text with "must be live or test". */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, {
    error: () => `must be ${new Intl.ListFormat('en', {type: 'disjunction'}).format(words)}`,
  });

export const webAddress = z
  .string()
  .trim()
  .refine(url => hasProtocol(url, 'http:', 'https:'), 'must be an http:// or https:// URL')
  .transform(withoutTrailingSlash);

const list = z.string().transform(text => text.split(',').map(item => item.trim()));

export const webAddresses = list
  .refine(
    urls => urls.every(url => hasProtocol(url, 'http:', 'https:')),
    'must be http:// or https:// URLs, separated by commas',
  )
  .transform(urls => urls.map(withoutTrailingSlash));

export const idList = list.refine(
  ids => ids.every(id => /^\S+$/.test(id)),
  'must be ids, separated by commas',
);

const isOrigin = (text: string): boolean =>
  hasProtocol(text, 'http:', 'https:') && URL.parse(text)?.origin === text;

/** Whether the parts that are sent decoded are valid: the login, and for FTP the path. */
const isDecodable = (address: string): boolean => {
  const {username = '', password = '', pathname = ''} = URL.parse(address) ?? {};
  const path = hasProtocol(address, 'ftp:', 'ftps:') ? pathname : '';
  return decoded(`${username}:${password}@${path}`) !== undefined;
};

export const extractAddress = z
  .string()
  .refine(
    url => hasProtocol(url, 'ftp:', 'ftps:', 'http:', 'https:'),
    'must be an ftp://, ftps://, http:// or https:// URL',
  )
  .refine(isDecodable, 'must have every % in its user, password and path written as %25');

/** Web origins as browsers write them, or `*` alone for any. */
export const webOrigins = list.refine(
  origins => origins.every(isOrigin) || origins.join() === '*',
  'must be * or origins such as https://app.example.org, in lower case, without a path and separated by commas',
);

export const redisAddress = z.string().transform((text, ctx) => {
  const address = readRedisAddress(text);
  if (typeof address === 'object') return address;
  ctx.addIssue(address);
  return z.NEVER;
});

/** The content of the file at a path. A missing file is an invalid value. */
export const readableFile = z.string().transform((path, ctx) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.addIssue(`must be the path of a readable file (${reason})`);
    return z.NEVER;
  }
});

/** The characters that Elasticsearch allows at the start of an index name. */
export const indexNameStart = z
  .string()
  .regex(
    /^(?:[a-z0-9][a-z0-9._-]{0,63})?$/,
    'must be at most 64 of a–z, 0–9, ".", "_" and "-", and start with a letter or a digit',
  );
