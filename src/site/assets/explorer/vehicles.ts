import {callUrl, hashOf, type Paging, type Part, paging} from './calls.ts';
import {element, fill, find, table} from './elements.ts';
import {filling} from './fields.ts';
import {entryText, labelOf, type Members, valueText} from './values.ts';

const columns = [
  'make',
  'model',
  'modelYear',
  'firstRegisteredOn',
  'registrationStatus',
  'kind',
  'color',
];

const cellOf = (value: unknown) => entryText(value) ?? valueText(value ?? '–');

const vehicleLink = ({id, registrationNumber, vin}: Members) =>
  element(
    'a',
    {href: hashOf('vehicle', new URLSearchParams({id: String(id)}))},
    String(registrationNumber ?? vin ?? id),
  );

type Page = {readonly data: readonly Members[]; readonly metadata: Paging};

/** The search: filters, order, and a page of the vehicles that match. */
export const vehicles = (section: HTMLElement): Part => {
  const form = find<HTMLFormElement>('form', section);
  return {
    fill: filling(form),
    // The table always shows the same members, so `fields` is not sent.
    urlOf: query => callUrl(`${form.dataset['path']}`, query, ['fields']),
    inWords: () => 'the vehicles',
    draw: ({status, answer}, body, query) => {
      const {data, metadata} = body as Page;
      const {totalCount} = metadata;
      status.textContent = `${totalCount.toLocaleString('en')} ${totalCount === 1 ? 'vehicle matches' : 'vehicles match'}.`;
      const rows = data.map(found => [
        vehicleLink(found),
        ...columns.map(name => cellOf(found[name])),
      ]);
      const found = table('Vehicles that match', ['Vehicle', ...columns.map(labelOf)], rows);
      fill(answer, data.length > 0 && [found, paging('vehicles', query, metadata)]);
    },
  };
};
