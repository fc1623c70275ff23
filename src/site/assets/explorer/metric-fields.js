import {element} from './elements.js';

/** Rows of fields, one for each metric. */
export const metricFields = form => {
  const fieldset = form.querySelector('.metrics');
  const template = fieldset.querySelector('template');
  const add = fieldset.querySelector('.add');

  const rows = () => [...fieldset.querySelectorAll('.metric')];
  const limit = () => {
    add.disabled = rows().length >= Number(fieldset.dataset.most);
  };

  const addRow = (figure, number) => {
    const row = template.content.firstElementChild.cloneNode(true);
    const [figures, numbers] = row.querySelectorAll('select');
    // A percentile that the list does not have.
    if (figure !== undefined && ![...figures.options].some(({value}) => value === figure))
      figures.append(element('option', {}, figure));
    figures.value = figure ?? figures.options[0].value;
    numbers.value = number ?? numbers.options[0].value;
    row.querySelector('button').addEventListener('click', () => {
      row.remove();
      limit();
      add.focus();
    });
    add.before(row);
    limit();
    return figures;
  };
  add.addEventListener('click', () => addRow().focus());

  return {
    fill: metrics => {
      for (const row of rows()) row.remove();
      limit();
      for (const metric of metrics) {
        const [figure, number] = metric.split(':');
        if (number !== undefined) addRow(figure, number);
      }
    },
    read: () =>
      rows().map(row => [...row.querySelectorAll('select')].map(({value}) => value).join(':')),
  };
};
