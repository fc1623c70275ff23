import type {Client} from '@elastic/elasticsearch';

/** The indices whose names begin with `prefix`, and a client of the cluster that has them. */
export type Indices = {readonly client: Client; readonly prefix: string};
