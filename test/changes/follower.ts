import {hash} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import {contentJson} from '#mappings/vehicle-document.ts';
import type {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';

type Api = Pick<Awaited<ReturnType<typeof startKeyedCopy>>, 'get'>;

type Member = {readonly name: string; readonly before: unknown; readonly after: unknown};

export type ShownChange = {
  readonly serial: number;
  readonly vehicleId: string;
  readonly kinds: readonly string[];
  readonly members: readonly Member[];
};

type Page = {
  readonly data: readonly ShownChange[];
  readonly next: string | null;
  readonly serial: number;
};

export type Content = Readonly<Record<string, unknown>>;

/** What the register says of each vehicle of the live generation, by its id. */
export const snapshot = async (client: Client, prefix: string) => {
  const vehicles = await storedVehicles(client, prefix);
  const lines = vehicles.map(vehicle => contentJson(vehicle));
  const contents = new Map(
    lines.map(line => [String(JSON.parse(line).id), JSON.parse(line) as Content]),
  );
  return {contents, digest: digestOf(lines)};
};

/** The digest of a dataset as docs/api.md says how to compute it. */
export const digestOf = (lines: readonly string[]): string => {
  const sum = lines.reduce(
    (sum, line) => sum + BigInt(`0x${hash('sha256', line).slice(0, 16)}`),
    0n,
  );
  return BigInt.asUintN(64, sum).toString(16).padStart(16, '0');
};

/** Sets a member; of a record where its name has a dot. Absent is null, and left out of a record. */
const set = (content: Record<string, unknown>, name: string, value: unknown): void => {
  const [record = '', member] = name.split('.');
  if (member === undefined) {
    if (value === null && content[record] !== null && !(record in content)) return;
    content[record] = value;
    return;
  }
  const {[member]: _, ...others} = (content[record] ?? {}) as Content;
  content[record] = value === null ? others : {...others, [member]: value};
};

/** The content once these members have their values afterwards. */
export const applied = (content: Content, members: readonly Member[]): Content => {
  const changed = {...content};
  for (const {name, after} of members) set(changed, name, after);
  return changed;
};

/** Follows `/v1/changes`, and holds what it knows of each vehicle by these alone. */
export const follower = (api: Api) => {
  let vehicles = new Map<string, Content>();
  let serial = 0;
  const apply = ({vehicleId, kinds, members}: ShownChange): void => {
    if (kinds.includes('Removed')) {
      vehicles.delete(vehicleId);
      return;
    }
    vehicles.set(vehicleId, applied(vehicles.get(vehicleId) ?? {id: vehicleId}, members));
  };
  return {
    begin: (contents: ReadonlyMap<string, Content>, since: number): void => {
      vehicles = new Map(contents);
      serial = since;
    },
    /** Applies what changed. Returns that, or nothing where it is not kept any more. */
    follow: async (pageSize = 500): Promise<readonly ShownChange[] | undefined> => {
      const seen: ShownChange[] = [];
      let after = '';
      for (;;) {
        const query = new URLSearchParams({since: String(serial), pageSize: String(pageSize)});
        if (after !== '') query.set('after', after);
        const {status, body} = await api.get(`/v1/changes?${query}`);
        if (status === 410) return undefined;
        if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
        const {data, next, serial: newest} = body as Page;
        for (const change of data) apply(change);
        seen.push(...data);
        if (next === null) {
          serial = newest;
          return seen;
        }
        after = next;
      }
    },
    vehicles: (): ReadonlyMap<string, Content> => vehicles,
    serial: () => serial,
  };
};

/** A content whose absent members are all left out, as those of a follower can be; its records as well. */
export const present = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => [
        name,
        recordNames.includes(name) ? present(value as Content) : value,
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

const recordNames = ['technicalDetails', 'environmentalInformation', 'engine', 'inspection'];
