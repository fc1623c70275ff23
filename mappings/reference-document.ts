import {z} from 'zod';

/** The reference lists, by the name their path has in the API. */
export const referenceLists = [
  'colors',
  'makes',
  'models',
  'variants',
  'designation-types',
  'kinds',
  'usages',
  'emission-standards',
  'equipment',
] as const;

/** One entry of a reference list as it lies in the index (`references.json`). */
export const ReferenceDocument = z.object({
  list: z.enum(referenceLists),
  /** Unique under its parents. Text, so that 17 digits stay exact; indexed as a long. */
  id: z.string(),
  makeId: z.string().optional(),
  modelId: z.string().optional(),
  variantId: z.string().optional(),
  name: z.string(),
  originalName: z.string().optional(),
  /** `name` without case and accents: what `q=` matches as a prefix. */
  searchName: z.string(),
});

export type ReferenceDocument = z.output<typeof ReferenceDocument>;
export type ReferenceList = ReferenceDocument['list'];

/** The entries that an entry stands under: none, a make, or a make and one of its models. */
export type ReferenceParents = Pick<Partial<ReferenceDocument>, 'makeId' | 'modelId'>;

/** `list:makeId:modelId:id`, with nothing where there is no parent: the `_id` of an entry. */
export const referenceKey = (
  list: ReferenceList,
  {makeId = '', modelId = ''}: ReferenceParents,
  id: string,
): string => `${list}:${makeId}:${modelId}:${id}`;

/** What a key was made of. */
export const parseReferenceKey = (key: string) => {
  const [list, makeId, modelId, id = ''] = key.split(':');
  return {list: list as ReferenceList, id, ...(makeId && {makeId}), ...(modelId && {modelId})};
};
