import type {errors} from '@elastic/elasticsearch';

export const notElasticsearch =
  'What answers at ELASTICSEARCH_NODES is not Elasticsearch. Correct the address.';

const credentials = 'ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD';

/** By the status that Elasticsearch answers to whom it does not let. */
const advices: Readonly<Record<number, string>> = {
  401: ` Check ${credentials}.`,
  403: ` Give that right to the user or the key it is asked with (${credentials}).`,
};

type Refused = {readonly type?: string; readonly reason?: string; readonly index?: string};

/** What Elasticsearch refused, in one line for the operator: the client's own message leaves out the index. */
export const refusedRequest = ({statusCode = 0, body, message}: errors.ResponseError): string => {
  const {type = message, reason = '', index = ''}: Refused = body?.error ?? {};
  const told = reason === '' ? type : `${type}: ${reason}`;
  const place = told.includes(index) ? '' : ` (${index})`;
  const advice = type === 'security_exception' ? advices[statusCode] : undefined;
  return `Elasticsearch refused a request: ${told}${place}.${advice ?? ''}`;
};
