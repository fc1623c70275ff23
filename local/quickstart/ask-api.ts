import {z} from 'zod';
import {Unable} from '../processes/service.ts';

const Page = z.object({
  data: z.array(z.object({registrationNumber: z.string().nullable()})),
});

/** Asks the API as one of its clients does. */
export const apiClient = (address: string) => (path: string, key: string) =>
  fetch(address + path, {headers: {'X-Api-Key': key}, signal: AbortSignal.timeout(10_000)});

export type AskApi = ReturnType<typeof apiClient>;

/** The path of a lookup that finds a vehicle: its plate comes from the API's own search. */
export const lookupByPlate = async (ask: AskApi, key: string): Promise<string> => {
  const page = await ask('/v1/vehicles?pageSize=20', key);
  if (!page.ok) throw new Unable(`The API answers ${page.status}: ${await page.text()}`);
  for (const {registrationNumber} of Page.parse(await page.json()).data) {
    if (registrationNumber === null) continue;
    const path = `/v1/vehicles/plate/${encodeURIComponent(registrationNumber)}`;
    const answer = await ask(path, key);
    await answer.arrayBuffer();
    if (answer.ok) return path;
  }
  throw new Unable('No vehicle on the first page of the search has a plate that finds it.');
};
