import {recordNames} from '#src/api/vehicles/vehicle-records.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {assetPath} from '../assets.ts';
import {type Html, html} from '../html.ts';
import {htmlPage, linkFrom} from '../layout.ts';
import type {Description, Operation} from '../reference/description.ts';
import {field} from '../reference/field.ts';
import {keyForm} from '../reference/key-form.ts';
import {filterFields, filtersOf} from './filters.ts';
import {statisticsForm} from './statistics-form.ts';

const path = '/explore';

const link = (name: string): string => linkFrom(path, assetPath(name));

const head = html`<link rel="stylesheet" href="${link('forms.css')}">
<link rel="stylesheet" href="${link('explorer.css')}">
<link rel="stylesheet" href="${link('chart.css')}">
<script src="${link('explorer/main.ts')}" type="module"></script>`;

/** A part of the page: its form, and the place of the call and of what it answers. */
const part = (
  name: string,
  title: string,
  form: Html,
  view = html``,
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
const inWords = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

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

const chartView = html`<div class="view" hidden>
<div class="row">
<label for="chart">Chart</label>
<select id="chart"><option value="bar">Bars</option><option value="line">Lines</option></select>
<label for="measure">of</label>
<select id="measure"></select>
</div>
<div class="chart"></div>
</div>`;

/** The explorer: look a vehicle up, search vehicles, see statistics. Its script calls the API with the reader's key. */
export const explorerPage = (description: Description): StaticDocument => {
  const operation = (id: string): Operation => {
    const found = description.operations.find(({operationId}) => operationId === id);
    if (!found) throw new Error(`The interface description has no ${id}.`);
    return found;
  };
  const [search, statistics] = [operation('searchVehicles'), operation('getStatistics')];
  const filters = filtersOf(search, statistics);
  const lookUps = [
    lookUpOption(operation('getVehicleByPlate'), 'Plate'),
    lookUpOption(operation('getVehicleByVin'), 'VIN'),
    lookUpOption(operation('getVehicle'), 'Id'),
  ];
  return htmlPage({
    path,
    title: 'Explorer',
    head,
    allowed: {'script-src': "'self'", 'connect-src': "'self'"},
    body: html`<main class="text explorer">
<h1>Explorer</h1>
<noscript><p>The explorer needs JavaScript. The <a href="${linkFrom(path, '/docs')}">reference</a> does not.</p></noscript>
${keyForm('the calls of this page')}
<nav class="parts" aria-label="Parts" hidden>
<a href="#vehicle">Vehicle</a>
<a href="#vehicles">Vehicles</a>
<a href="#statistics">Statistics</a>
</nav>
${part('vehicle', 'A vehicle', vehicleForm(lookUps))}
${part('vehicles', 'Vehicles', searchForm(search, filterFields('vehicles', filters)))}
${part('statistics', 'Statistics', statisticsForm(statistics, filters), chartView)}
</main>`,
  });
};
