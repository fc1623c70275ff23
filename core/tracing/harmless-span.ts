import type {Attributes} from '@opentelemetry/api';
import type {ReadableSpan} from '@opentelemetry/sdk-trace-base';

/**
 * The attributes that leave the process. The client of Elasticsearch sets others, with the ids and
 * URLs of requests, and records errors, whose messages can quote a query.
 */
const harmless: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'url.scheme',
  'error.type',
  'db.system',
  'db.system.name',
  'db.operation.name',
  'db.collection.name',
  'db.response.status_code',
  'server.address',
  'server.port',
  'build.number',
  'build.outcome',
  'build.generation',
  'build.records',
  'build.vehicles',
  'build.repeats',
  'build.rejects',
]);

const harmlessOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => harmless.has(name)));

/** The span without anything that could identify a vehicle, a person or a key. */
export const harmlessSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: {value: harmlessOf(span.attributes)},
    events: {value: []},
    status: {value: {code: span.status.code}},
  });
