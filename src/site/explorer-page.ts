import {
  figures,
  groupNames,
  maxMetrics,
  numberNames,
  toGrouping,
} from '#core/domain/vehicle-statistics.ts';
import {recordNames} from '#src/api/vehicles/vehicle-records.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {type Html, html, lineOf} from './html.ts';
import {htmlPage, linkFrom} from './layout.ts';
import {
  type Description,
  type Operation,
  operationOf,
  type Parameter,
} from './reference/description.ts';
import {field, keyForm, options} from './reference/forms.ts';

const path = '/explore';

const isQuery = ({in: place}: Parameter): boolean => place === 'query';

/** The filters of vehicles: parameters that the search and the statistics share, but for the order. */
const filtersOf = (search: Operation, statistics: Operation): readonly Parameter[] => {
  const shared = new Set(statistics.parameters.filter(isQuery).map(({name}) => name));
  return search.parameters.filter(
    each => isQuery(each) && shared.has(each.name) && each.name !== 'sortBy',
  );
};

/** A choice of filters. The page's script shows the field of those that are chosen. */
const filterFields = (
  form: string,
  filters: readonly Parameter[],
): Html => html`<fieldset class="filters">
<legend>Filters</legend>
${filters.map(
  filter => html`<div class="filter" data-filter="${filter.name}" hidden>
${field(`${form}-${filter.name}`, filter)}
<button type="button" class="quiet" aria-label="Remove ${filter.name}">Remove</button>
<small id="${form}-${filter.name}-note">${lineOf(filter.description)}</small>
</div>`,
)}
<div class="row">
<label for="${form}-filter">Add a filter</label>
<select id="${form}-filter" class="choice">${filters.map(({name}) => html`<option>${name}</option>`)}</select>
<button type="button" class="quiet add">Add</button>
</div>
</fieldset>`;

/** The finest step of a number that is round and answered. */
const stepOf = (name: string): number | undefined =>
  [1, 10, 100, 1000].find(step => toGrouping(`${name}:${step}`));

/** A group that lies on a scale can be drawn at its place on it. */
const groupOption = (name: string): Html => {
  const step = stepOf(name);
  const by = step === undefined ? toGrouping(name)?.by : 'step';
  const scale = by === 'year' || by === 'month' || by === 'step' ? by : 'none';
  return html`<option data-scale="${scale}" data-step="${step ?? ''}">${name}</option>`;
};

const groupRow = (number: number, label: string): Html => html`<div class="row group">
<label for="group-${number}">${label}</label>
<select id="group-${number}" name="groupBy"><option value="">nothing</option>${groupNames.map(groupOption)}</select>
<label for="step-${number}" hidden>Step</label>
<input id="step-${number}" inputmode="numeric" autocomplete="off" hidden>
</div>`;

const metricRow = html`<div class="row metric">
<select name="metric" aria-label="Figure">${options([...figures, 'p10', 'p25', 'p50', 'p75', 'p90'])}</select>
<select aria-label="Number">${options(numberNames)}</select>
<button type="button" class="quiet">Remove</button>
</div>`;

/** The choice of groups, metrics, their order and filters. */
const statisticsForm = (
  {path, parameters}: Operation,
  filters: readonly Parameter[],
): Html => html`<form id="statistics-form" data-path="${path}">
<fieldset>
<legend>Groups</legend>
${groupRow(1, 'Group by')}
${groupRow(2, 'and by')}
${parameters
  .filter(({name}) => name === 'sortBy')
  .map(each => html`<div class="row">${field('statistics-sortBy', each)}</div>`)}
</fieldset>
<fieldset class="metrics" data-most="${maxMetrics}">
<legend>Metrics</legend>
<template>${metricRow}</template>
<p><small>The number of vehicles is always there.</small></p>
<button type="button" class="quiet add">Add a metric</button>
</fieldset>
${filterFields('statistics', filters)}
<button>Show</button>
</form>`;

/** A part of a page: its form, and the place of the call and of what it answers. */
export const part = (
  name: string,
  title: string,
  form: Html,
  view?: Html,
): Html => html`<section data-part="${name}" aria-labelledby="${name}-title" hidden>
<h2 id="${name}-title">${title}</h2>
${form}
<div class="result" hidden>
<div class="row call">
<label for="${name}-call">API call</label>
<input id="${name}-call" readonly>
<button type="button" class="quiet copy">Copy</button>
</div>
<p role="status"></p>
${view}
<div class="found"></div>
</div>
</section>`;

const lookUpOption = ({path: to, parameters}: Operation, title: string): Html => {
  const {name = '', example = ''} = parameters.find(({in: place}) => place === 'path') ?? {};
  return html`<option value="${name}" data-path="${to}" data-example="${example}">${title}</option>`;
};

/** `technicalDetails` → `technical details` */
export const inWords = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).trim();

const vehicleForm = (lookUps: readonly Html[]): Html => html`<form>
<div class="row">
<label for="identified-by">Look up by</label>
<select id="identified-by">${lookUps}</select>
<input id="identifier" aria-label="Plate, VIN or id" autocomplete="off" spellcheck="false" required>
<button>Look up</button>
</div>
<fieldset class="records">
<legend>Records to show, too</legend>
${recordNames.map(name => html`<label><input type="checkbox" name="expand" value="${name}"> ${inWords(name)}</label>`)}
</fieldset>
</form>`;

const searchForm = (
  {path: to, parameters}: Operation,
  filters: Html,
): Html => html`<form data-path="${to}">
${filters}
<div class="row">
${parameters
  .filter(({name}) => ['sortBy', 'pageSize'].includes(name))
  .map(each => field(`vehicles-${each.name}`, each))}
</div>
<button>Search</button>
</form>`;

const chartView = html`<div class="view">
<div class="row">
<label for="chart">Chart</label>
<select id="chart" name="chart" form="statistics-form"><option value="">Bars</option><option value="line">Lines</option></select>
<label for="measure">Measure</label>
<select id="measure" name="measure" form="statistics-form"></select>
</div>
<div class="chart"></div>
</div>`;

const pageParts = [
  [path, 'vehicle', 'Vehicle'],
  [path, 'vehicles', 'Vehicles'],
  [path, 'statistics', 'Statistics'],
  ['/releases', 'releases', 'Releases'],
] as const;

/** A page of parts, which its script shows. The script calls the API with the reader's key. */
export const partsPage = (from: string, title: string, parts: readonly Html[]): StaticDocument =>
  htmlPage({
    path: from,
    title,
    styles: ['forms.css', 'explorer.css', 'chart.css'],
    script: 'explorer/main.ts',
    body: html`<main class="text explorer">
<h1>${title}</h1>
<noscript><p>This page needs JavaScript. The <a href="${linkFrom(from, '/docs')}">reference</a> does not.</p></noscript>
${keyForm('the calls of this page')}
<nav class="parts" aria-label="Parts" hidden>
${pageParts.map(([to, name, label]) => html`<a href="${to !== from && linkFrom(from, to)}#${name}">${label}</a>`)}
</nav>
${parts}
</main>`,
  });

/** The explorer: look a vehicle up, search vehicles, see statistics. */
export const explorerPage = (description: Description): StaticDocument => {
  const operation = (id: string): Operation => operationOf(description, id);
  const [search, statistics] = [operation('searchVehicles'), operation('getStatistics')];
  const filters = filtersOf(search, statistics);
  const lookUps = [
    lookUpOption(operation('getVehicleByPlate'), 'Plate'),
    lookUpOption(operation('getVehicleByVin'), 'VIN'),
    lookUpOption(operation('getVehicle'), 'Id'),
  ];
  return partsPage(path, 'Explorer', [
    part('vehicle', 'A vehicle', vehicleForm(lookUps)),
    part('vehicles', 'Vehicles', searchForm(search, filterFields('vehicles', filters))),
    part('statistics', 'Statistics', statisticsForm(statistics, filters), chartView),
  ]);
};
