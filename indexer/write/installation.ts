import type {Client} from '@elastic/elasticsearch';

/** The indices of one installation: those of the cluster whose names begin with `prefix`. */
export type Installation = {readonly client: Client; readonly prefix: string};
