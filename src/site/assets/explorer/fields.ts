import {element, find, findAll} from './elements.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/** Offers values, by their texts. Chosen is the first if the wanted one is not offered. */
export const offer = (
  select: HTMLSelectElement,
  choices: readonly (readonly [value: string, text: string])[],
  wanted: string | null,
): void => {
  select.replaceChildren(...choices.map(([value, text]) => element('option', {value}, text)));
  select.value = wanted ?? '';
  if (select.selectedIndex < 0) select.selectedIndex = 0;
};

/** Fills a form in, and shows those of its filters that are chosen or filled in. */
export const filling = (form: HTMLFormElement) => {
  const choice = find<HTMLSelectElement>('.choice', form);
  const all = findAll('.filter', form);
  const fieldOf = (filter: HTMLElement) => find<Field>('input, select', filter);

  const show = (filter: HTMLElement, isShown: boolean) => {
    filter.hidden = !isShown;
    if (!isShown) fieldOf(filter).value = '';
    const option = [...choice.options].find(({value}) => value === filter.dataset['filter']);
    if (option) option.disabled = isShown;
    if (isShown && choice.value === option?.value) {
      choice.selectedIndex = [...choice.options].findIndex(({disabled}) => !disabled);
    }
  };

  for (const filter of all) {
    const field = fieldOf(filter);
    field.setAttribute('aria-describedby', find('small', filter).id);
    find('button', filter).addEventListener('click', () => {
      show(filter, false);
      choice.focus();
    });
  }
  find('.filters .add', form).addEventListener('click', () => {
    const filter = all.find(({dataset}) => dataset['filter'] === choice.value);
    if (!filter) return;
    show(filter, true);
    fieldOf(filter).focus();
  });

  return (query: URLSearchParams): void => {
    for (const filter of all) show(filter, query.has(fieldOf(filter).name));
    for (const field of findAll<Field>('[name]', form)) field.value = query.get(field.name) ?? '';
  };
};

/** The fields of up to two groups; a number has a step, too. */
export const groupFields = (form: HTMLFormElement) => {
  const rows = findAll('.group', form).map(row => ({
    select: find<HTMLSelectElement>('select', row),
    step: find<HTMLInputElement>('input', row),
    stepLabel: find('label:nth-of-type(2)', row),
  }));

  const showStep = ({select, step, stepLabel}: (typeof rows)[number]): string => {
    const finest = select.selectedOptions[0]?.dataset['step'];
    for (const each of [step, stepLabel]) each.hidden = !finest;
    return finest ?? '';
  };
  for (const row of rows) {
    row.select.addEventListener('change', () => {
      row.step.value = showStep(row);
    });
  }
  form.addEventListener('formdata', ({formData}) => {
    const groups = rows.map(({select, step}) => {
      const width = step.hidden ? '' : step.value.trim();
      return ['', '1'].includes(width) ? select.value : `${select.value}:${width}`;
    });
    formData.set('groupBy', groups.filter(Boolean).join(','));
  });

  return {
    fill: (groups: readonly string[]) => {
      for (const [index, row] of rows.entries()) {
        const [name = '', step] = groups[index]?.split(':') ?? [];
        row.select.value = name;
        if (row.select.selectedIndex < 0) row.select.selectedIndex = 0;
        const finest = showStep(row);
        row.step.value = step ?? (finest && '1');
      }
    },
    /** On which scale the values of a group lie: `year`, `month`, `step`, or `none`. */
    scaleOf: (name: string | undefined): string =>
      findAll<HTMLOptionElement>('.group option', form).find(({value}) => value === name)?.dataset[
        'scale'
      ] ?? 'none',
  };
};

/** Rows of fields, one for each metric. */
export const metricFields = (form: HTMLFormElement) => {
  const fieldset = find('.metrics', form);
  const template = find('.metric', find<HTMLTemplateElement>('template', fieldset).content);
  const add = find<HTMLButtonElement>('.add', fieldset);

  const rows = () => findAll('.metric', fieldset);
  const limit = () => {
    add.disabled = rows().length >= Number(fieldset.dataset['most']);
  };

  const addRow = (figure?: string, number?: string) => {
    const row = template.cloneNode(true) as HTMLElement;
    const figures = find<HTMLSelectElement>('select', row);
    const numbers = find<HTMLSelectElement>('select:last-of-type', row);
    // A percentile that the list does not have.
    if (figure !== undefined && ![...figures.options].some(({value}) => value === figure))
      figures.append(element('option', figure));
    if (figure !== undefined) figures.value = figure;
    if (number !== undefined) numbers.value = number;
    find('button', row).addEventListener('click', () => {
      row.remove();
      limit();
      add.focus();
    });
    add.before(row);
    limit();
    return figures;
  };
  add.addEventListener('click', () => addRow().focus());

  form.addEventListener('formdata', ({formData}) => {
    const selects = rows().map(row => findAll<HTMLSelectElement>('select', row));
    const metrics = selects.map(each => each.map(({value}) => value).join(':'));
    formData.set('metric', metrics.join(','));
  });

  return (metrics: readonly string[]): void => {
    for (const row of rows()) row.remove();
    limit();
    for (const metric of metrics) {
      const [figure, number] = metric.split(':');
      if (number !== undefined) addRow(figure, number);
    }
  };
};
