import type {Counter, Gauge, Histogram} from 'prom-client';

/**
 * What a metric has counted in this process so far, as texts: the values of its labels, and the number. Of a
 * histogram these are the observations.
 */
export const counted = async (metric: Counter | Gauge | Histogram): Promise<readonly string[]> => {
  const {values} = await metric.get();
  return values
    .filter(value => !('metricName' in value) || String(value.metricName).endsWith('_count'))
    .map(({labels, value}) => [...Object.values(labels), value].join(' '));
};
