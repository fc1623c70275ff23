import {type Part, viewedBy} from './calls.ts';
import {drawing, type Statistics} from './chart.ts';
import {element, find, table} from './elements.ts';
import {filling, groupFields, metricFields, offer} from './fields.ts';
import {figureText, labelOf, metricLabel, nounOf, shareText} from './values.ts';

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

const figuresTable = ({data}: Statistics, groups: readonly string[], metrics: readonly string[]) =>
  table(
    'Figures',
    [
      ...(groups.length > 0 ? groups.map(labelOf) : ['Group']),
      'Vehicles',
      'Share',
      ...metrics.map(metricLabel),
    ],
    data.map(({groups: values, count, share, metrics: figures}) => [
      ...(values.length > 0 ? values.map(valueCell) : ['All vehicles']),
      figureText(count),
      shareText(share),
      ...metrics.map(name => figureText(figures[name])),
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

  const fillMeasure = (query: URLSearchParams) => {
    const names = ['', ...namesIn(query.get('metric')).filter(name => name !== 'count')];
    offer(
      measure,
      names.map(name => [name, metricLabel(name)]),
      query.get('measure'),
    );
  };

  return {
    fill: query => {
      fill(query);
      groups.fill(namesIn(query.get('groupBy')));
      fillMetrics(namesIn(query.get('metric')));
      chart.value = query.get('chart') ?? '';
      if (chart.selectedIndex < 0) chart.selectedIndex = 0;
      fillMeasure(query);
    },
    urlOf: query => urlOf(`${form.dataset['path']}`, query),
    draw: ({status, answer}, body, query) => {
      const found = body as Statistics;
      const names = namesIn(query.get('groupBy')).map(withoutStep);
      const metricNames = namesIn(query.get('metric')).filter(name => name !== 'count');
      status.textContent = totals(found.metadata);
      // A chart has no room until its table is there.
      answer.replaceChildren(figuresTable(found, names, metricNames));
      drawChart({
        data: found.data,
        kind: chart.value,
        measure: measure.value,
        title: titleOf(measure.value, names),
        scale: groups.scaleOf(names[0]),
      });
    },
  };
};
