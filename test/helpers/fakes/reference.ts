import {searchNamesOf} from '#core/domain/search-name.ts';
import type {ReferenceDocument} from '#mappings/reference-document.ts';

/** An entry of a reference list, for which a test gives only the members that matter to it. */
export const aReference = (members: Partial<ReferenceDocument> = {}): ReferenceDocument => {
  const {name = 'CITROËN', originalName = name} = members;
  const searchNames = searchNamesOf(name, originalName);
  return {list: 'makes', id: '19001', vehicleId: '1', name, searchNames, ...members};
};
