import {
  figures,
  groupNames,
  isNumberName,
  leastStep,
  maxMetrics,
  mostStep,
  numberNames,
  toFigure,
  toGrouping,
  toMetric,
} from '#core/domain/vehicle-statistics.ts';
import {hint, quoted} from './hints.ts';

const operationId = 'getStatistics';

/** Says which grouping of a list is wrong, and how. */
export const groupByFault = (text: string): string => {
  const items = text.split(',');
  if (items.length > 2) return `Vehicles are grouped by one or two, not by ${items.length}.`;
  const wrong = items.find(item => toGrouping(item) === undefined) ?? '';
  const [name = '', step] = wrong.split(':');
  if (!groupNames.includes(name)) {
    return `There is no grouping ${quoted(name)}. ${hint(name, groupNames, operationId)}`;
  }
  if (!isNumberName(name)) return `Only numbers have steps; ${name} is none.`;
  const needs = step === undefined ? `${name} needs a step:` : `The step of ${name} must be`;
  return `${needs} a whole number from ${leastStep(name)} to ${mostStep.toLocaleString('en')}, such as ${name}:100.`;
};

/** Says which metric of a list is wrong, and how. */
export const metricFault = (text: string): string => {
  const items = text.split(',');
  if (items.length > maxMetrics) {
    return `There must be at most ${maxMetrics} metrics, not ${items.length}.`;
  }
  const wrong = items.find(item => item !== 'count' && toMetric(item) === undefined) ?? '';
  const [figure = '', name = '', ...rest] = wrong.split(':');
  if (toFigure(figure) === undefined) {
    return `There is no metric ${quoted(figure)}. Known are count, and ${figures.join(', ')} and p1 to p99 of a number.`;
  }
  if (name === '' || rest.length > 0)
    return `${figure} needs a number, such as ${figure}:maxPowerKw.`;
  return `There is no number ${quoted(name)}. ${hint(name, numberNames, operationId)}`;
};
