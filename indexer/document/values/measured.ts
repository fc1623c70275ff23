import type {z} from 'zod';
import {fieldOf} from './field.ts';
import type {Write, Writing} from './writing.ts';

const zero = 0x30;

/** Writes a member for which the register writes 0 if nothing was measured, unless `mayBeZero`. */
export const measuredWriter = (
  writing: Writing,
  member: string,
  schema: z.ZodType,
  mayBeZero: (base: number) => boolean,
): Write => {
  const {out} = writing;
  const field = fieldOf(writing, member, schema);
  return base => {
    const start = out.at;
    if (!field?.write(base)) return false;
    return out.at > start + 1 || out.bytes[start] !== zero || mayBeZero(base);
  };
};
