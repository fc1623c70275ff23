import {context, type Span, SpanStatusCode, trace} from '@opentelemetry/api';
import type {BuildEvent, Outcome} from '#mappings/build-event.ts';
import type {Phase} from '../write/import-progress.ts';

const tracer = trace.getTracer('vehicle-data-lookup-indexer');

/** Builds that ended so did not do what they were started for. */
const failures: readonly Outcome[] = ['refused', 'failed', 'interrupted'];

type Result = Pick<
  BuildEvent,
  'generation' | 'reason' | 'records' | 'vehicles' | 'repeats' | 'rejects'
>;

/** The span of a build, named after its command, and below it those of its phases. */
export const buildSpans = (command: string, build: number) => {
  const whole = tracer.startSpan(command, {attributes: {'build.number': build}, root: true});
  const within = trace.setSpan(context.active(), whole);
  let running: Span | undefined;

  return {
    beginPhase: (phase: Phase): void => {
      running = tracer.startSpan(phase, {}, within);
    },
    endPhase: (): void => running?.end(),
    end: (outcome: Outcome, result: Result): void => {
      const {generation, reason, records, vehicles, repeats, rejects} = result;
      const numbers = {records, vehicles, repeats, rejects};
      const counts = Object.entries(numbers).flatMap(([name, count]) =>
        count === undefined ? [] : [[`build.${name}`, count]],
      );
      whole.setAttributes({'build.outcome': outcome, ...Object.fromEntries(counts)});
      if (generation !== undefined) whole.setAttribute('build.generation', generation);
      if (failures.includes(outcome)) {
        whole.setStatus({code: SpanStatusCode.ERROR}).setAttribute('error.type', reason ?? outcome);
      }
      whole.end();
    },
  };
};
