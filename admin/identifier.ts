import {UsageError} from '#core/command-line/errors.ts';

/** The id of an account or a key. A key in its place is not said again: what a tool says is kept. */
export const identifier = (text: string): string => {
  if (!text.startsWith('vdl_')) return text;
  throw new UsageError(
    'That is a key, not an id. "keys list" shows the ids of keys, "accounts list" those of accounts.',
  );
};
