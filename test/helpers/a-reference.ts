import type {ReferenceDocument} from '#mappings/reference-document.ts';
import {toSearchName} from '#src/domain/search-name.ts';

/** An entry of a reference list of which a test says only what matters to it. */
export const aReference = (members: Partial<ReferenceDocument> = {}): ReferenceDocument => {
  const {name = 'CITROËN'} = members;
  return {list: 'makes', id: '19001', name, searchName: toSearchName(name), ...members};
};
