import {type ReferenceDocument, referenceKey} from '#mappings/reference-document.ts';
import type {Services} from '#src/services.ts';
import {fakeServices, versioned} from '../../helpers/fakes/services.ts';

type Search = Parameters<Services['references']['list']>;

/** Services with one entry, and notes of what was asked for. */
export const withEntry = (entry: ReferenceDocument, totalCount = 1) => {
  const keys: string[] = [];
  const searches: Search[] = [];
  const services = fakeServices({
    references: {
      byId: async (list, parents, id) => {
        keys.push(referenceKey(list, parents, id));
        return versioned(entry);
      },
      list: async (list, parents, search) => {
        searches.push([list, parents, search]);
        return versioned({documents: [entry], totalCount});
      },
    },
  });
  return {services, keys, searches};
};
