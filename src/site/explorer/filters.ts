import {type Html, html} from '../html.ts';
import type {Operation, Parameter} from '../reference/description.ts';
import {field} from '../reference/field.ts';
import {lineOf} from '../reference/markdown.ts';

const isQuery = ({in: place}: Parameter): boolean => place === 'query';

/** The filters of vehicles: parameters that the search and the statistics share, but for the order. */
export const filtersOf = (search: Operation, statistics: Operation): readonly Parameter[] => {
  const shared = new Set(statistics.parameters.filter(isQuery).map(({name}) => name));
  return search.parameters.filter(
    each => isQuery(each) && shared.has(each.name) && each.name !== 'sortBy',
  );
};

/** A choice of filters. The page's script shows the field of those that are chosen. */
export const filterFields = (
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
