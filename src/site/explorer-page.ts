import {changeKinds} from '#core/domain/vehicle-changes.ts';
import {
  figures,
  groupNames,
  isOnScale,
  maxMetrics,
  numberNames,
  toGrouping,
} from '#core/domain/vehicle-statistics.ts';
import {recordNames} from '#src/api/vehicles/vehicle-records.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {filterFields, filtersOf, filtersSet} from './filter-fields.ts';
import {type Html, html, lineOf} from './html.ts';
import {htmlPage, linkFrom} from './layout.ts';
import {
  type Description,
  inWords,
  type Operation,
  operationOf,
  type Parameter,
} from './reference/description.ts';
import {keyForm, options} from './reference/forms.ts';

const path = '/explore';

const sortText = (value: string): string =>
  value.startsWith('-') ? `${inWords(value.slice(1))}, descending` : inWords(value);

const parameterOf = ({parameters}: Operation, wanted: string): Parameter | undefined =>
  parameters.find(({name}) => name === wanted);

/** The field of the sort order; `usual` describes the default. */
const sortField = (form: string, operation: Operation, usual: string): Html =>
  html`<label for="${form}-sortBy">Sort by</label>
<select id="${form}-sortBy" name="sortBy"><option value="">${usual}</option>
${parameterOf(operation, 'sortBy')?.values?.map(value => html`<option value="${value}">${sortText(value)}</option>`)}</select>`;

/** The field of the page size of a list. */
const pageSizeField = (form: string, label: string, operation: Operation): Html =>
  html`<label for="${form}-pageSize">${label}</label>
<input id="${form}-pageSize" name="pageSize" inputmode="numeric" placeholder="${parameterOf(operation, 'pageSize')?.form.default}">`;

/** The finest round step of a number that the API accepts; undefined if there is none. */
const stepOf = (name: string): number | undefined =>
  [1, 10, 100, 1000].find(step => toGrouping(`${name}:${step}`));

/** The option of a group, with its scale, on which its values can be drawn. */
const groupOption = (name: string): Html => {
  const step = stepOf(name);
  const grouping = toGrouping(step === undefined ? name : `${name}:${step}`);
  const scale = grouping && isOnScale(grouping) ? grouping.by : 'none';
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
  operation: Operation,
  filters: readonly Parameter[],
): Html => html`<form id="statistics-form" data-path="${operation.path}">
<fieldset>
<legend>Groups</legend>
${groupRow(1, 'Group by')}
${groupRow(2, 'and by')}
<div class="row">${sortField('statistics', operation, 'As in the chart')}</div>
</fieldset>
<fieldset class="metrics" data-most="${maxMetrics}">
<legend>Metrics</legend>
<template>${metricRow}</template>
<p><small>Counts are always included.</small></p>
<button type="button" class="quiet add">Add a metric</button>
</fieldset>
${filterFields('statistics', filters)}
<button>Show</button>
${filtersSet}
</form>`;

const callOf = (name: string): Html => html`<div class="call" role="group" aria-label="API call">
${['curl', 'TypeScript'].map(
  (language, at) => html`<details name="${name}-call"${at === 0 && ' open'}>
<summary>${language}</summary>
<pre tabindex="0"><code></code></pre>
</details>`,
)}
<button type="button" class="quiet copy">Copy</button>
</div>`;

/** A part of a page: its form, the call that it makes, and the place of the answer. */
const part = (
  name: string,
  title: string,
  form?: Html,
  view?: Html,
): Html => html`<section data-part="${name}" aria-labelledby="${name}-title" hidden>
<h2 id="${name}-title">${title}</h2>
${form && [html`<div>${form}</div>`, callOf(name)]}
<div class="result" hidden>
<p role="status" tabindex="-1"></p>
${view}
<div class="found"></div>
</div>
${!form && callOf(name)}
</section>`;

const pathAttribute = ({path: to, parameters}: Operation): Html =>
  html`data-${parameters[0]?.name}="${to}"`;

/** The form that looks up a plate, VIN or id. The script tells them apart. */
const lookUpForm = (
  lookUps: readonly Operation[],
): Html => html`<form class="look-up" role="search" data-expand="${recordNames.join(',')}" ${lookUps.map(pathAttribute)} hidden>
<label for="identifier">Look up a vehicle</label>
<div class="row">
<input id="identifier" placeholder="Plate or VIN, such as ${lookUps[0]?.parameters[0]?.example}" autocomplete="off" autocapitalize="characters" spellcheck="false" required pattern=".*[^\\s.].*">
<button>Look up</button>
</div>
</form>`;

const searchForm = (
  operation: Operation,
  filters: Html,
): Html => html`<form id="vehicles-form" data-path="${operation.path}">
${filters}
<div class="row">
${sortField('vehicles', operation, 'Newest first')}
${pageSizeField('vehicles', 'Vehicles per page', operation)}
<button>Search</button>
</div>
${filtersSet}
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
  [path, 'vehicles', 'Vehicles'],
  [path, 'statistics', 'Statistics'],
  ['/releases', 'releases', 'Releases'],
] as const;

/** A page of parts, which its script shows. The script calls the API with the reader's key, or with `key`. */
const partsPage = (
  from: string,
  title: string,
  key: string | undefined,
  parts: readonly Html[],
  lookUp?: Html,
): StaticDocument =>
  htmlPage({
    path: from,
    title,
    styles: ['forms.css', 'explorer.css'],
    script: 'explorer/main.ts',
    body: html`<main class="text explorer">
<h1>${title}</h1>
<noscript><p>This page needs JavaScript. The <a href="${linkFrom(from, '/docs')}">reference</a> does not.</p></noscript>
<div class="lead">
${lookUp}
${keyForm('the calls on this page', key)}
</div>
<nav class="parts" aria-label="Parts" hidden>
${pageParts.map(([to, name, label]) => html`<a href="${to !== from && linkFrom(from, to)}#${name}">${label}</a>`)}
</nav>
${parts}
</main>`,
  });

/** The explorer, to search vehicles, see statistics, and look up one vehicle. */
export const explorerPage = (description: Description, key?: string): StaticDocument => {
  const operation = (id: string): Operation => operationOf(description, id);
  const [search, statistics] = [operation('searchVehicles'), operation('getStatistics')];
  const filters = filtersOf(search, statistics);
  const lookUps = ['getVehicleByPlate', 'getVehicleByVin', 'getVehicle'].map(operation);
  const parts = [
    part('vehicles', 'Vehicles', searchForm(search, filterFields('vehicles', filters))),
    part('statistics', 'Statistics', statisticsForm(statistics, filters), chartView),
    part('vehicle', 'Vehicle'),
  ];
  return partsPage(path, 'Explorer', key, parts, lookUpForm(lookUps));
};

const releasesForm = (operation: Operation): Html => html`<p>${lineOf(operation.description)}
A vehicle can have several kinds of change.</p>
<form id="releases-form" data-path="${operation.path}">
<div class="row">
${pageSizeField('releases', 'Releases per page', operation)}
<button>Show</button>
</div>
</form>`;

const releasesView = html`<div class="view">
<div class="row">
<label for="release">Release</label>
<select id="release" name="release" form="releases-form"></select>
</div>
<div class="release"></div>
<div class="row">
<label for="kind">Kind of change</label>
<select id="kind" name="kind" form="releases-form" aria-describedby="kind-note">
<option value="" data-note="A vehicle that changed in any way.">any</option>
${Object.entries(changeKinds).map(([name, {description}]) => html`<option value="${name}" data-note="${description}">${inWords(name)}</option>`)}
</select>
<small id="kind-note"></small>
</div>
<div class="chart"></div>
</div>`;

/** The page of releases: one in words with its makes, all as a chart by kind of change and as a table. */
export const releasesPage = (description: Description, key?: string): StaticDocument =>
  partsPage('/releases', 'Releases', key, [
    part(
      'releases',
      'What changed',
      releasesForm(operationOf(description, 'listReleases')),
      releasesView,
    ),
  ]);
