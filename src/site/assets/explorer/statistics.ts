import {type Part, viewedBy} from './calls.ts';
import {drawing} from './chart.ts';
import {element, find, findAll, table} from './elements.ts';
import {filling, groupFields, metricFields, offer} from './fields.ts';
import {inOrder, type Row} from './plot.ts';
import {figureText, labelOf, metricLabel, nounOf, shareText, withinSentence} from './values.ts';

/** The shown members of the answer to a statistic. */
type Statistics = {
  readonly data: readonly Row[];
  readonly metadata: Readonly<
    Record<'totalCount' | 'groupCount' | 'otherCount' | 'absentCount', number>
  >;
};

const namesIn = (text: string | null) => text?.split(',').filter(Boolean) ?? [];

/** `maxPowerKw:50` → `maxPowerKw` */
const withoutStep = (group: string) => group.replace(/:.*/, '');

const titleOf = (measure: string, groups: readonly string[]) =>
  [metricLabel(measure), groups.map(nounOf).join(' and ')].filter(Boolean).join(' by ');

const totals = ({totalCount, groupCount, otherCount, absentCount}: Statistics['metadata']) =>
  [
    `Vehicles that match: ${figureText(totalCount)}.`,
    `Groups: ${figureText(groupCount)}.`,
    `In groups that are not shown: ${figureText(otherCount)}.`,
    `Without a value: ${figureText(absentCount)}.`,
  ].join(' ');

const valueCell = ({value, name}: Record<'value' | 'name', string>) =>
  name.startsWith(value) ? name : element('span', name, ' ', element('small', value));

const figuresTable = (
  rows: readonly Row[],
  groups: readonly string[],
  metrics: readonly string[],
) =>
  table(
    'Figures',
    [
      ...(groups.length > 0 ? groups.map(labelOf) : ['Group']),
      'Vehicles',
      'Share',
      ...metrics.map(metricLabel),
    ],
    rows.map(({groups: values, count, share, metrics: figures}) => [
      ...(values.length > 0 ? values.map(valueCell) : ['All vehicles']),
      figureText(count),
      shareText(share ?? 1),
      ...metrics.map(name => figureText(figures[name], name)),
    ]),
    2 + metrics.length,
  );

/** The statistics: groups, metrics and filters, and the answer as a chart and as a table. */
export const statistics = (section: HTMLElement): Part => {
  const form = find<HTMLFormElement>('form', section);
  const [fill, groups, fillMetrics] = [filling(form), groupFields(form), metricFields(form)];
  const chart = find<HTMLSelectElement>('#chart', section);
  const measure = find<HTMLSelectElement>('#measure', section);
  const urlOf = viewedBy('statistics', [chart, measure]);
  const drawChart = drawing(find('.chart', section));
  const metricsIn = (query: URLSearchParams) =>
    namesIn(query.get('metric')).filter(name => name !== 'count');
  const measuresIn = (query: URLSearchParams) => [...metricsIn(query), 'count'];
  // If the URL names none of them, the first one is meant.
  const measureIn = (query: URLSearchParams) => {
    const [first = 'count', ...others] = measuresIn(query);
    return others.find(name => name === query.get('measure')) ?? first;
  };

  return {
    fill: query => {
      fill(query);
      groups.fill(namesIn(query.get('groupBy')));
      fillMetrics(namesIn(query.get('metric')));
    },
    urlOf: query => urlOf(`${form.dataset['path']}`, query),
    inWords: query => {
      const groups = namesIn(query.get('groupBy')).map(withoutStep);
      return withinSentence(titleOf(measureIn(query), groups));
    },
    draw: ({status, answer}, body, query) => {
      chart.value = query.get('chart') ?? '';
      if (chart.selectedIndex < 0) chart.selectedIndex = 0;
      const measures = measuresIn(query).map(
        (name, at) => [at === 0 ? '' : name, metricLabel(name)] as const,
      );
      offer(measure, measures, query.get('measure'));
      const found = body as Statistics;
      const names = namesIn(query.get('groupBy')).map(withoutStep);
      const groupings = names.map(name => ({name, scale: groups.scaleOf(name)}));
      const rows = query.has('sortBy') ? found.data : inOrder(found.data, groupings);
      const {otherCount} = found.metadata;
      const measured = measureIn(query);
      // Only groups on a scale can be drawn as a line.
      for (const each of findAll('#chart, [for=chart]', section))
        each.hidden = groupings.every(({scale}) => scale === 'none');
      status.textContent = totals(found.metadata);
      answer.replaceChildren(figuresTable(rows, names, metricsIn(query)));
      const title = titleOf(measured, names);
      return drawChart({rows, measure: measured, groupings, otherCount, kind: chart.value, title});
    },
  };
};
