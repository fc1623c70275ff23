import type {TracingConfig} from '../config/tracing.ts';
import type {OnExport} from './sdk.ts';

/**
 * Sends the spans of this process to a collector, in batches and beside its work: spans that are not
 * accepted are dropped. The returned function sends those that are left. It resolves, after twice the
 * timeout of an export at most, whether or not they were accepted. Without a configuration nothing is
 * sent, and the SDK is not loaded.
 */
export const startTracing = async (
  config: TracingConfig | undefined,
  serviceName: string,
  onExport: OnExport,
): Promise<() => Promise<void>> => {
  if (config === undefined) return async () => {};
  const {startSdk} = await import('./sdk.ts');
  return await startSdk(config, serviceName, onExport);
};
