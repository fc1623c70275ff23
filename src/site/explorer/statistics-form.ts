import {
  figures,
  groupNames,
  maxMetrics,
  numberNames,
  toGrouping,
} from '#core/domain/vehicle-statistics.ts';
import {type Html, html} from '../html.ts';
import type {Operation, Parameter} from '../reference/description.ts';
import {field} from '../reference/field.ts';
import {filterFields} from './filters.ts';

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
<select id="group-${number}" name="group"><option value="">nothing</option>${groupNames.map(groupOption)}</select>
<label for="step-${number}" hidden>Step</label>
<input id="step-${number}" name="step" inputmode="numeric" autocomplete="off" hidden>
</div>`;

const options = (values: readonly string[]): readonly Html[] =>
  values.map(value => html`<option>${value}</option>`);

const metricRow = html`<div class="row metric">
<select name="figure" aria-label="Figure">${options([...figures, 'p10', 'p25', 'p50', 'p75', 'p90'])}</select>
<select name="number" aria-label="Number">${options(numberNames)}</select>
<button type="button" class="quiet">Remove</button>
</div>`;

/** The choice of groups, metrics, their order and filters. */
export const statisticsForm = (
  {path, parameters}: Operation,
  filters: readonly Parameter[],
): Html => html`<form data-path="${path}">
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
