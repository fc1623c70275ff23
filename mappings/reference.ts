import {z} from 'zod';

const id = z.string().meta({description: 'Identifier in its reference list, int64.'});

/** An entry of a reference list, as a vehicle carries it. */
export const Reference = z
  .object({id, name: z.string().meta({description: 'Name, as the register has it.'})})
  .meta({id: 'Reference', description: 'An entry of a reference list.'});

/** The same with an English `name` and the register's own wording beside it. */
export const TranslatedReference = z
  .object({
    id,
    name: z.string().meta({description: 'Name in English, where there is a translation.'}),
    originalName: z.string().meta({description: "Name in the register's own wording, Danish."}),
  })
  .meta({id: 'TranslatedReference', description: 'An entry of a reference list.'});
