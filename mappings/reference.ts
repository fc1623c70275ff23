import {z} from 'zod';

/** An entry of a reference list, as a vehicle carries it. */
export const Reference = z.object({id: z.string(), name: z.string()});

/** The same with an English `name` and the register's own wording beside it. */
export const TranslatedReference = z.object({
  id: z.string(),
  name: z.string(),
  originalName: z.string(),
});
