import {type Advice, retries} from './advice.ts';

const report =
  'If it stays, contact support with the `requestId` and the `traceId` of the problem: they lead to our log.';

/** What is wrong with the service. */
export const serviceAdvice = {
  InternalError: {
    happened: 'The service failed. It is our fault, not that of your request.',
    remedies: ['Try again as below.', report],
    retry: retries.backingOff,
  },
  DatasetNotLoaded: {
    happened:
      'No extract of the register has been imported yet, so there is nothing to answer from.',
    remedies: [
      'Wait until the first import has finished. `GET /v1/dataset` answers 200 from then on.',
      'If you operate the service: start an import with `npm run indexer -- import <file>`, and look at its report.',
    ],
    retry: `${retries.backingOff} The \`Retry-After\` header says when to look again.`,
  },
  SearchUnavailable: {
    happened: 'Your key is fine, but the search engine behind the service does not answer.',
    remedies: ['Try again as below: most outages are short.', report],
    retry: `${retries.backingOff} Wait for the seconds of \`Retry-After\` where they are more.`,
  },
  ServiceUnavailable: {
    happened: 'The service cannot check API keys at the moment. Your key is not the problem.',
    remedies: [
      'Keep the key: a new one would not be accepted either.',
      'Try again as below.',
      report,
    ],
    retry: `${retries.backingOff} Wait for the seconds of \`Retry-After\` where they are more.`,
  },
} as const satisfies Record<string, Advice>;
