import type {z} from 'zod';
import {OperationalError} from '#core/command-line/errors.ts';

/** A document of the indexer does not match its schema: a person or another release changed it. */
class DocumentDamaged extends OperationalError {}

type Hit = {readonly _index: string; readonly _id?: string | undefined; readonly _source?: unknown};

/** The source of a hit, parsed by its schema. @throws {DocumentDamaged} */
export const storedDocument = <Schema extends z.ZodType>(
  schema: Schema,
  {_index, _id = '', _source}: Hit,
): z.output<Schema> => {
  const {success, data, error} = schema.safeParse(_source);
  if (success) return data;
  const [issue] = error.issues;
  throw new DocumentDamaged(
    `The document ${_id} in ${_index} is not as this release writes it ` +
      `(${issue?.path.join('.')}: ${issue?.message}). While no build runs, correct or delete it: ` +
      `DELETE /${_index}/_doc/${encodeURIComponent(_id)}.`,
    {cause: error},
  );
};
