export type {Answer, Part} from './calls.ts';
export {type Client, type Collected, createClient} from './client.ts';
export {
  AnswerError,
  DatasetChanged,
  NetworkError,
  ProblemError,
  SearchTooDeep,
  UnexpectedAnswer,
} from './errors.ts';
export type {PlateResult} from './one-dataset.ts';
export type {ClientOptions} from './options.ts';
export type * from './schema.ts';
