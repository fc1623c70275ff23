import {SpanKind, SpanStatusCode, trace} from '@opentelemetry/api';
import type {Cluster, Command, Redis} from 'ioredis';

const tracer = trace.getTracer('vehicle-data-lookup-api');

/** A span of this command, which ends with its reply. It has neither keys nor arguments. */
const beginSpan = ({name, promise}: Command): void => {
  const attributes = {'db.system.name': 'redis', 'db.operation.name': name};
  const span = tracer.startSpan(name, {kind: SpanKind.CLIENT, attributes});
  promise.then(
    () => span.end(),
    (error: Error) => {
      span.setAttribute('error.type', error.name).setStatus({code: SpanStatusCode.ERROR}).end();
    },
  );
};

/** Lets every command that a traced request sends have a span below that of the request. */
export const traceCommands = (redis: Redis | Cluster): void => {
  const send = redis.sendCommand.bind(redis) as (command: Command, ...rest: unknown[]) => unknown;
  const sendCommand = (command: Command, ...rest: unknown[]): unknown => {
    if (trace.getActiveSpan() !== undefined) beginSpan(command);
    return send(command, ...rest);
  };
  Object.assign(redis, {sendCommand});
};
