import type {Counter, Gauge, Histogram} from 'prom-client';

/** The values of a metric in this process, or its numbers of observations, each as its labels and the number. */
export const counted = async (metric: Counter | Gauge | Histogram): Promise<readonly string[]> => {
  const {values} = await metric.get();
  return values
    .filter(value => !('metricName' in value) || String(value.metricName).endsWith('_count'))
    .map(({labels, value}) => [...Object.values(labels), value].join(' '));
};
