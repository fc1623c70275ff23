import {withValues} from './state.js';

/** The filters of a form, of which those that are chosen or filled in are shown. */
export const filters = form => {
  const choice = form.querySelector('.choice');
  const all = [...form.querySelectorAll('.filter')];
  const fieldOf = filter => filter.querySelector('input, select');

  const show = (filter, isShown) => {
    filter.hidden = !isShown;
    if (!isShown) fieldOf(filter).value = '';
    const option = [...choice.options].find(({value}) => value === filter.dataset.filter);
    option.disabled = isShown;
    if (isShown && choice.value === option.value) {
      choice.selectedIndex = [...choice.options].findIndex(({disabled}) => !disabled);
    }
  };

  for (const filter of all) {
    const field = fieldOf(filter);
    field.setAttribute('aria-describedby', filter.querySelector('small').id);
    filter.querySelector('button').addEventListener('click', () => {
      show(filter, false);
      choice.focus();
    });
  }
  form.querySelector('.filters .add').addEventListener('click', () => {
    const filter = all.find(({dataset}) => dataset.filter === choice.value);
    if (!filter) return;
    show(filter, true);
    fieldOf(filter).focus();
  });

  return {
    fill: query => {
      for (const filter of all) {
        const field = fieldOf(filter);
        show(filter, query.has(field.name));
        field.value = query.get(field.name) ?? '';
      }
    },
    read: () => withValues(all.map(fieldOf)),
  };
};
