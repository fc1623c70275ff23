import {element, table} from './elements.js';
import {filters} from './filters.js';
import {hashOf, withValues} from './state.js';
import {entryText, labelOf} from './values.js';

const columns = [
  'make',
  'model',
  'modelYear',
  'firstRegisteredOn',
  'registrationStatus',
  'kind',
  'color',
];

const cellOf = value => entryText(value) ?? `${value ?? '–'}`;

const vehicleLink = ({id, registrationNumber, vin}) =>
  element(
    'a',
    {href: hashOf('vehicle', new URLSearchParams({id}))},
    registrationNumber ?? vin ?? id,
  );

const pageLink = (query, page, text) => {
  const other = new URLSearchParams(query);
  other.set('page', page);
  return element('a', {href: hashOf('vehicles', other)}, text);
};

const paging = (query, {page, totalPages}) =>
  element(
    'nav',
    {'aria-label': 'Pages'},
    ...(page > 1 ? [pageLink(query, page - 1, 'Previous page')] : []),
    element('span', {}, `Page ${page} of ${totalPages.toLocaleString('en')}`),
    ...(page < totalPages ? [pageLink(query, page + 1, 'Next page')] : []),
  );

/** The search: filters, order, and a page of the vehicles that match. */
export const vehicles = section => {
  const form = section.querySelector('form');
  const chosen = filters(form);
  const fields = [...form.querySelectorAll('[name=sortBy], [name=pageSize]')];
  return {
    fill: query => {
      chosen.fill(query);
      for (const field of fields) field.value = query.get(field.name) ?? '';
    },
    read: () => new URLSearchParams([...chosen.read(), ...withValues(fields)]),
    callOf: query => [form.dataset.path, query],
    draw: ({status, answer, body: {data, metadata}, query}) => {
      const {totalCount} = metadata;
      status.textContent = `${totalCount.toLocaleString('en')} ${totalCount === 1 ? 'vehicle matches' : 'vehicles match'}.`;
      const rows = data.map(found => [
        vehicleLink(found),
        ...columns.map(name => cellOf(found[name])),
      ]);
      answer.replaceChildren(
        ...(data.length > 0
          ? [table('Vehicles', ['Vehicle', ...columns.map(labelOf)], rows), paging(query, metadata)]
          : []),
      );
    },
  };
};
