import type {oas31} from 'zod-openapi';

/** What the tags of endpoints mean, in the order a reader meets them. */
export const tags: oas31.TagObject[] = [
  {
    name: 'Vehicles',
    description: 'Vehicles by id, VIN or plate, one at a time or many, and what is known of each.',
  },
  {
    name: 'Reference data',
    description:
      'The lists that vehicles refer to: makes with their models, kinds, colors and more.',
  },
  {name: 'Dataset', description: 'Which weekly extract of the register is answered from.'},
  {name: 'Account', description: 'The limits of your key, and what is used of them.'},
];
