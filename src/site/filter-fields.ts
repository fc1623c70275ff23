import {usualFilters} from '#core/domain/vehicle-filters.ts';
import {toGrouping} from '#core/domain/vehicle-statistics.ts';
import {type Html, html, lineOf} from './html.ts';
import {inWords, type Operation, type Parameter} from './reference/description.ts';

const isQuery = ({in: place}: Parameter): boolean => place === 'query';

/** The filters of vehicles: the query parameters that the search and the statistics share, except the order. */
export const filtersOf = (search: Operation, statistics: Operation): readonly Parameter[] => {
  const shared = new Set(statistics.parameters.filter(isQuery).map(({name}) => name));
  return search.parameters.filter(
    each => isQuery(each) && shared.has(each.name) && each.name !== 'sortBy',
  );
};

/** The filters of one attribute. */
type Field = readonly [Parameter, ...Parameter[]];

/** The fields of both bounds of a number or of a day, which are sent as typed. */
const range = (
  id: string,
  label: string,
  bounds: readonly Parameter[],
): Html => html`<div class="pair">
${bounds.map(({name, type}, at) => {
  const bound = at === 0 ? 'from' : 'to';
  return html`<input id="${id}-${bound}" name="${name}" data-bound="${bound}" aria-label="${label}, ${bound}" autocomplete="off" ${
    type.includes('date') ? html`type="date"` : html`inputmode="decimal" placeholder="${bound}"`
  }>`;
})}
</div>`;

/** The field of a parameter with few values, which chooses one or none. */
const choice = (id: string, {name, values = [], form}: Parameter): Html => {
  const texts = form.valueLabels ?? values.map(inWords);
  return html`<select id="${id}" name="${name}" aria-describedby="${id}-note"><option value="">Any</option>
${values.map((value, at) => html`<option value="${value}">${texts[at]}</option>`)}</select>`;
};

const typed = (id: string, {name, example = ''}: Parameter): Html =>
  html`<input id="${id}" name="${name}" aria-describedby="${id}-note" autocomplete="off" spellcheck="false" placeholder="${example}">`;

/** A field that offers the names of a list, or words, while one types. It needs the page's script. */
const picker = (id: string): Html => html`<span class="chosen"></span>
<input id="${id}" role="combobox" aria-expanded="false" aria-controls="${id}-list" aria-autocomplete="list" aria-describedby="${id}-note" autocomplete="off" spellcheck="false">
<ul id="${id}-list" role="listbox" aria-labelledby="${id}-label" hidden></ul>`;

/** The parameters of a picker and the source of its names or words; undefined for any other filter. */
const sourcesOf = ([first, ...others]: Field): Html | undefined => {
  const {name, values, form} = first;
  if (form.list) {
    const named = (end: RegExp) => [first, ...others].find(each => end.test(each.name))?.name;
    return html`data-list="${form.list}" data-id="${named(/Id$/)}" data-ids="${named(/Ids$/)}" data-name="${named(/(?<!Ids?)$/)}"`;
  }
  if (form.knownValues) return html`data-name="${name}" data-words="${form.knownValues.join('|')}"`;
  const isGrouped = !values && toGrouping(name)?.by === 'word';
  return isGrouped ? html`data-name="${name}" data-groups="${name}"` : undefined;
};

/** The first sentence of a description, adapted to vehicles or to both bounds, without names of members. */
const helpOf = ({description}: Parameter): string => {
  const [said = ''] = description.split(/[.:](?: |$)/);
  return `${said
    .replace(/^Return only vehicles/, 'Vehicles')
    .replace(/^Lower bound of t(.*), inclusive$/, 'Inclusive bounds of t$1')
    .replaceAll(/ \(`\w+`\)/g, '')
    .replaceAll(/`(\w+)`/g, (_, name: string) => inWords(name).toLowerCase())}.`;
};

/** The field of the filters of one attribute, which share a label. */
const filterField = (form: string, filters: Field): Html => {
  const [first] = filters;
  const {label, unit} = first.form;
  const id = `${form}-${first.name}`;
  const title = unit === undefined ? label : `${label} (${unit})`;
  const sources = sourcesOf(filters);
  const isPair = !sources && filters.length > 1;
  const control = () => {
    if (sources) return picker(id);
    if (isPair) return range(id, title, filters);
    return first.values ? choice(id, first) : typed(id, first);
  };
  return html`<div class="filter${sources && ' picker'}" data-label="${label}" data-unit="${unit}"${
    isPair && html` role="group" aria-labelledby="${id}-label" aria-describedby="${id}-note"`
  } ${sources}>
${isPair ? html`<span class="label" id="${id}-label">${title}</span>` : html`<label for="${id}" id="${id}-label">${title}</label>`}
${control()}
<small id="${id}-note">${lineOf(helpOf(first))}</small>
</div>`;
};

/** The place of the active filters, at the end of a form: when it grows, nothing moves from under the pointer. */
export const filtersSet: Html = html`<ul class="set" aria-label="Active filters"></ul>`;

/** The fields of all filters: the most used ones, and then the rest, which can be searched. */
export const filterFields = (form: string, filters: readonly Parameter[]): Html => {
  const fields = [
    ...Map.groupBy(filters, ({form: {label}}) => label).values(),
  ] as unknown as Field[];
  const has = (field: Field, filter: string) => field.some(({name}) => name === filter);
  const usual = usualFilters.flatMap(name => fields.filter(field => has(field, name)));
  const others = fields.filter(field => !usual.includes(field));
  return html`<div class="filters">
${usual.map(field => filterField(form, field))}
</div>
<details class="more">
<summary>More filters</summary>
<label for="${form}-find">Find a filter</label>
<input id="${form}-find" type="search" class="find" autocomplete="off" placeholder="weight, seats, inspection…">
<div class="filters">
${others.map(field => filterField(form, field))}
</div>
<p class="none" role="alert" hidden>No filter matches these words.</p>
</details>`;
};
