import {callUrl, hashOf, type Paging, type Part, paging} from './calls.ts';
import {element, fill, find, findAll, table} from './elements.ts';
import {filling} from './fields.ts';
import {definitions, entryText, labelOf, type Members} from './values.ts';

/** The look-up of one vehicle: by what, the value, and the records to show with it. */
export const vehicle = (section: HTMLElement): Part => {
  const form = find<HTMLFormElement>('form', section);
  const by = find<HTMLSelectElement>('#identified-by', form);
  const identifier = find<HTMLInputElement>('#identifier', form);
  const records = findAll<HTMLInputElement>('[name=expand]', form);

  // A record is asked for at once where a vehicle is shown already.
  form.addEventListener('change', ({target}) => {
    if (records.some(record => record === target) && identifier.value !== '') form.requestSubmit();
  });

  const nameIdentifier = () => {
    identifier.name = by.value;
    identifier.placeholder = by.selectedOptions[0]?.dataset['example'] ?? '';
  };
  by.addEventListener('change', nameIdentifier);

  const optionOf = (query: URLSearchParams) =>
    [...by.options].find(({value}) => query.has(value)) ?? find<HTMLOptionElement>('option', by);

  return {
    fill: query => {
      by.value = optionOf(query).value;
      nameIdentifier();
      identifier.value = query.get(by.value) ?? '';
      const expanded = query.get('expand')?.split(',') ?? [];
      for (const record of records) record.checked = expanded.includes(record.value);
    },
    urlOf: query => callUrl(`${optionOf(query).dataset['path']}`, query),
    draw: ({status, answer}, body) => {
      const found = body as Members;
      const names = records.map(({value}) => value);
      const own = Object.entries(found).filter(([name]) => !names.includes(name));
      const title = [
        found['registrationNumber'],
        entryText(found['make']),
        entryText(found['model']),
      ];
      status.textContent = 'One vehicle is found.';
      fill(
        answer,
        element('h3', title.filter(Boolean).join(' ') || String(found['id'])),
        definitions(Object.fromEntries(own)),
        names
          .filter(name => name in found)
          .flatMap(name => [
            element('h3', labelOf(name)),
            found[name] === null
              ? element('p', 'The register has no such record of the vehicle.')
              : definitions(found[name] as Members),
          ]),
      );
    },
  };
};

const columns = [
  'make',
  'model',
  'modelYear',
  'firstRegisteredOn',
  'registrationStatus',
  'kind',
  'color',
];

const cellOf = (value: unknown) => entryText(value) ?? `${value ?? '–'}`;

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
    urlOf: query => callUrl(`${form.dataset['path']}`, query),
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
