import {element} from './elements.js';
import {withValues} from './state.js';
import {definitions, entryText, labelOf} from './values.js';

/** The look-up of one vehicle: by what, the value, and the records to show with it. */
export const vehicle = section => {
  const form = section.querySelector('form');
  const by = form.querySelector('#identified-by');
  const identifier = form.querySelector('#identifier');
  const records = [...form.querySelectorAll('[name=expand]')];

  // A record is asked for at once where a vehicle is shown already.
  form.addEventListener('change', ({target}) => {
    if (records.includes(target) && identifier.value !== '') form.requestSubmit();
  });

  const showExample = () => {
    identifier.placeholder = by.selectedOptions[0].dataset.example;
  };
  by.addEventListener('change', showExample);

  const optionOf = query => [...by.options].find(({value}) => query.has(value)) ?? by.options[0];

  return {
    fill: query => {
      by.value = optionOf(query).value;
      showExample();
      identifier.value = query.get(by.value) ?? '';
      const expanded = query.get('expand')?.split(',') ?? [];
      for (const record of records) record.checked = expanded.includes(record.value);
    },
    read: () => {
      const expand = records.filter(({checked}) => checked).map(({value}) => value);
      return withValues([
        {name: by.value, value: identifier.value},
        {name: 'expand', value: expand.join(',')},
      ]);
    },
    callOf: query => {
      const {value, dataset} = optionOf(query);
      const identified = encodeURIComponent(query.get(value) ?? '');
      const expand = query.get('expand');
      return [
        dataset.path.replace(/\{\w+\}/, () => identified),
        new URLSearchParams(expand ? {expand} : {}),
      ];
    },
    draw: ({status, answer, body}) => {
      const names = records.map(({value}) => value);
      const own = Object.entries(body).filter(([name]) => !names.includes(name));
      const title = [body.registrationNumber, entryText(body.make), entryText(body.model)];
      status.textContent = 'One vehicle is found.';
      answer.replaceChildren(
        element('h3', {}, title.filter(Boolean).join(' ') || body.id),
        definitions(Object.fromEntries(own)),
        ...names
          .filter(name => name in body)
          .flatMap(name => [
            element('h3', {}, labelOf(name)),
            body[name] === null
              ? element('p', {}, 'The register has no such record of the vehicle.')
              : definitions(body[name]),
          ]),
      );
    },
  };
};
