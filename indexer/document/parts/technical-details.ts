import {technicalFields} from '#mappings/fields/technical-details.ts';
import type {See} from '../seen-references.ts';
import {ObjectWriter} from '../values/object.ts';
import type {Writing} from '../values/writing.ts';
import {technicalListWriters} from './technical-lists.ts';

export const technicalDetailsWriter = (writing: Writing, see: See) =>
  new ObjectWriter(writing, technicalFields, 'stored', technicalListWriters(writing, see));
