import {z} from 'zod';

/** The reference lists, by the segment of their path in the API. */
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

/** One entry of a reference list, as stored in the index (`references.json`). */
export const ReferenceDocument = z.object({
  list: z.enum(referenceLists),
  /** Unique under its parents. Text, so that 17 digits stay exact; indexed as a long. */
  id: z.string(),
  makeId: z.string().optional(),
  modelId: z.string().optional(),
  variantId: z.string().optional(),
  name: z.string(),
  originalName: z.string().optional(),
  /** The forms in which its names are looked for: without case and accents, in English and Danish. */
  searchNames: z.array(z.string()).readonly(),
});

export type ReferenceDocument = z.output<typeof ReferenceDocument>;
export type ReferenceList = ReferenceDocument['list'];

/** The parents of an entry: none, a make, or a make and one of its models. */
export type ReferenceParents = Pick<Partial<ReferenceDocument>, 'makeId' | 'modelId'>;

/** The `_id` of an entry: `list:makeId:modelId:id`, empty where there is no parent. */
export const referenceKey = (
  list: ReferenceList,
  {makeId = '', modelId = ''}: ReferenceParents,
  id: string,
): string => `${list}:${makeId}:${modelId}:${id}`;

/** The inverse of `referenceKey`. */
export const parseReferenceKey = (key: string) => {
  const [list, makeId, modelId, id = ''] = key.split(':');
  return {list: list as ReferenceList, id, ...(makeId && {makeId}), ...(modelId && {modelId})};
};
