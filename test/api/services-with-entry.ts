import type {ReferenceDocument} from '#mappings/reference-document.ts';
import type {Services} from '#src/services.ts';
import {answer, fakeServices} from '../helpers/fakes/services.ts';

type Search = Parameters<Services['references']['list']>;

/** Services with one entry, and notes of what was asked for. */
export const withEntry = (entry: ReferenceDocument, totalCount = 1) => {
  const keys: string[] = [];
  const searches: Search[] = [];
  const services = fakeServices({
    references: {
      byKey: async key => {
        keys.push(key);
        return answer(entry);
      },
      list: async (...search) => {
        searches.push(search);
        return answer({documents: [entry], totalCount});
      },
    },
  });
  return {services, keys, searches};
};
