import {type Paging, type Part, paging, viewedBy} from './calls.ts';
import {drawing} from './chart.ts';
import {element, fill, find, table} from './elements.ts';
import {offer} from './fields.ts';
import {figureText, labelOf, nounOf} from './values.ts';

type Changes = {readonly changes: Readonly<Record<string, number>>};

/** The shown members of a release. If the number of changed vehicles is null, its changes are unknown. */
type Release = Changes & {
  readonly serial: number;
  readonly cause: string;
  readonly releasedAt: string;
  readonly extractedAt: string | null;
  readonly vehicleCount: number;
  readonly changedVehicles: number | null;
  readonly makes: readonly (Changes & {readonly name: string})[];
};

/** The day of an instant in Denmark, wherever the reader is. */
const dayOf = (time: string, dateStyle: 'medium' | 'long'): string =>
  new Date(time).toLocaleDateString('en-GB', {dateStyle, timeZone: 'Europe/Copenhagen'});

const nameOf = ({serial, releasedAt}: Release) =>
  `Release ${serial}, ${dayOf(releasedAt, 'medium')}`;

/** The number of vehicles with a kind of change, or with any if `kind` is empty. */
const countOf = ({changedVehicles, changes}: Release, kind: string): number | null =>
  kind === '' || changedVehicles === null ? changedVehicles : (changes[kind] ?? 0);

/** The kinds that occur. */
const kindsIn = (counted: readonly Changes[], kinds: readonly string[]) =>
  kinds.filter(kind => counted.some(({changes}) => (changes[kind] ?? 0) > 0));

const changesInWords = (release: Release, all: readonly string[]): string => {
  const {changedVehicles, changes} = release;
  if (changedVehicles === null) return 'What changed is not known.';
  const changed = `${figureText(changedVehicles)} ${changedVehicles === 1 ? 'vehicle' : 'vehicles'} changed`;
  const kinds = kindsIn([release], all).map(kind => `${figureText(changes[kind])} ${nounOf(kind)}`);
  return `${[changed, kinds.join(', ')].filter(Boolean).join(': ')}.`;
};

const inWords = (release: Release, all: readonly string[]): string => {
  const {cause, releasedAt, extractedAt, vehicleCount} = release;
  const extract =
    extractedAt === null
      ? 'an extract of an unknown date'
      : `the extract of ${dayOf(extractedAt, 'long')}`;
  const live = `On ${dayOf(releasedAt, 'long')} ${extract} went live by ${cause.toLowerCase()}, with ${figureText(vehicleCount)} vehicles.`;
  return `${live} ${changesInWords(release, all)}`;
};

/** One release: in words, and its makes. */
const details = (release: Release, all: readonly string[]) => {
  const {serial, makes} = release;
  const kinds = kindsIn(makes, all);
  const note = 'The makes with the most vehicles added, removed, registered or deregistered.';
  const found = () => [
    table(
      `Makes with the most changes in release ${serial}`,
      ['Make', ...kinds.map(labelOf)],
      makes.map(({name, changes}) => [name, ...kinds.map(kind => figureText(changes[kind] ?? 0))]),
      kinds.length,
    ),
    element('p', element('small', note)),
  ];
  return [element('p', inWords(release, all)), ...(makes.length > 0 ? found() : [])];
};

const releasesTable = (releases: readonly Release[], all: readonly string[]) => {
  const kinds = kindsIn(releases, all);
  return table(
    'Vehicles by kind of change',
    ['Release', 'Live on', 'Cause', 'Extract of', 'Vehicles', 'Changed', ...kinds.map(labelOf)],
    releases.map(release => [
      String(release.serial),
      dayOf(release.releasedAt, 'medium'),
      release.cause,
      release.extractedAt === null ? '–' : dayOf(release.extractedAt, 'medium'),
      figureText(release.vehicleCount),
      ...['', ...kinds].map(kind => figureText(countOf(release, kind))),
    ]),
    2 + kinds.length,
  );
};

/** The chart of the releases in their order, for one kind of change or for any. */
const chartOf = (releases: readonly Release[], kind: string, kinds: readonly string[]) => ({
  rows: releases.toReversed().map(release => ({
    groups: [{value: String(release.serial), name: nameOf(release)}],
    count: release.vehicleCount,
    metrics: Object.fromEntries(
      ['', ...kinds].map(each => [each || 'any', countOf(release, each)]),
    ),
  })),
  measure: kind || 'any',
  groupings: [{name: 'release', scale: 'step'}],
  otherCount: 0,
  kind: 'bar',
  title: `${kind === '' ? 'Vehicles that changed' : labelOf(kind)} by release`,
});

/** The releases: one in words with its makes, and all of a page as a chart and as a table. */
export const releases = (section: HTMLElement): Part => {
  const form = find<HTMLFormElement>('form', section);
  const pageSize = find<HTMLInputElement>('[name=pageSize]', form);
  const chosen = find<HTMLSelectElement>('#release', section);
  const kind = find<HTMLSelectElement>('#kind', section);
  const kinds = [...kind.options].map(({value}) => value).filter(Boolean);
  const urlOf = viewedBy('releases', [chosen, kind]);
  const drawChart = drawing(find('.chart', section));

  return {
    asksAtOnce: true,
    fill: query => {
      pageSize.value = query.get('pageSize') ?? '';
    },
    urlOf: query => urlOf(`${form.dataset['path']}`, query),
    draw: ({status, answer}, body, query) => {
      kind.value = query.get('kind') ?? '';
      if (kind.selectedIndex < 0) kind.selectedIndex = 0;
      find('#kind-note', section).textContent = kind.selectedOptions[0]?.dataset['note'] ?? '';
      const {data, metadata} = body as {data: readonly Release[]; metadata: Paging};
      const [newest] = data;
      status.textContent = `${metadata.totalCount} ${metadata.totalCount === 1 ? 'release' : 'releases'}.`;
      if (!newest) return undefined;
      const wanted = query.get('release');
      offer(
        chosen,
        data.map((each, index) => [index === 0 ? '' : String(each.serial), nameOf(each)]),
        wanted,
      );
      if (wanted && data.every(({serial}) => String(serial) !== wanted)) {
        status.textContent += ` Release ${wanted} is not on this page.`;
      }
      const shown = data.find(({serial}) => String(serial) === chosen.value) ?? newest;
      fill(find('.release', section), details(shown, kinds));
      fill(answer, releasesTable(data, kinds), paging('releases', query, metadata));
      find('.chart', section).hidden = data.every(each => countOf(each, kind.value) === null);
      return drawChart(chartOf(data, kind.value, kinds));
    },
  };
};
