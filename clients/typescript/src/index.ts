export type {Answer} from './calls.ts';
export {createClient} from './client.ts';
export * from './errors.ts';
export type {ClientOptions} from './options.ts';
export type * from './schema.ts';
