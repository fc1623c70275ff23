import {readState} from './calls.ts';
import {button, element, fill, find, findAll} from './elements.ts';
import {picker} from './picker.ts';
import {dayText, figureWords, labelOf} from './values.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/** Offers values by their texts, and chooses the wanted one, or the first if that is not offered. */
export const offer = (
  select: HTMLSelectElement,
  choices: readonly (readonly [value: string, text: string])[],
  wanted: string | null,
): void => {
  select.replaceChildren(...choices.map(([value, text]) => element('option', {value}, text)));
  select.value = wanted ?? '';
  if (select.selectedIndex < 0) select.selectedIndex = 0;
};

/** The value of a field in words, with the kind of bound if it is one. */
const textIn = (field: Field): string => {
  const {value, type, dataset} = field;
  if (value === '') return '';
  const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : value;
  return `${dataset['bound'] ?? ''} ${type === 'date' ? dayText(value) : text}`.trim();
};

const typedFilter = (root: HTMLElement) => {
  const fields = findAll<Field>('[name]', root);
  const fill = (query: URLSearchParams): void => {
    for (const field of fields) field.value = query.get(field.name) ?? '';
  };
  return {
    fill,
    set: () => {
      const texts = fields.map(textIn).filter(Boolean);
      const text = [...texts, root.dataset['unit']].join(' ').trim();
      return texts.length === 0 ? [] : [{text, remove: () => fill(new URLSearchParams())}];
    },
  };
};

/** Shows only the filters with all words in their labels or notes. */
const searching = (more: HTMLElement) => {
  const words = find<HTMLInputElement>('.find', more);
  words.addEventListener('input', () => {
    const wanted = words.value.toLowerCase().split(/\s+/);
    const all = findAll('.filter', more);
    for (const each of all) {
      const text = `${each.dataset['label']} ${find('small', each).textContent}`;
      each.hidden = !wanted.every(word => text.toLowerCase().includes(word));
    }
    find('.none', more).hidden = all.some(({hidden}) => !hidden);
  });
};

/** Fills in a form, and shows the filters that are set as chips, each of which removes its filter. */
export const filling = (form: HTMLFormElement) => {
  const filters = findAll('.filter', form).map(root => ({
    label: root.dataset['label'],
    ...(root.matches('.picker') ? picker(root, form) : typedFilter(root)),
  }));
  searching(find('.more', form));

  const chip = (name: string, text: string, remove: () => void) =>
    element(
      'li',
      button(text, {'aria-label': name}, () => {
        remove();
        form.dispatchEvent(new Event('change'));
        // An answer that is shown follows at once; before the first, nothing is sent.
        if (readState().query) form.requestSubmit();
        find('button:not([type])', form).focus();
      }),
    );
  const showSet = () => {
    const set = filters.flatMap(({label, set}) => set().map(each => ({...each, label})));
    const chips = set.map(({label, text, remove}) =>
      chip(`Remove ${label}: ${text}`, `${label}: ${text}`, remove),
    );
    const all = () => {
      for (const {remove} of set) remove();
      for (const {fill} of filters) fill(new URLSearchParams());
    };
    fill(find('.set', form), chips, chips.length > 1 && chip('Clear all', 'Clear all', all));
  };
  for (const kind of ['change', 'named']) form.addEventListener(kind, showSet);

  return (query: URLSearchParams): void => {
    for (const field of findAll<Field>('[name]:not(.filter *)', form)) {
      field.value = query.get(field.name) ?? '';
    }
    for (const each of filters) each.fill(query);
    showSet();
  };
};

/** Shows the choices of a field in words; their values stay. */
const inWords = (select: HTMLSelectElement, wordsOf: (value: string) => string): void => {
  for (const option of select.options) {
    option.value = `${option.value}`;
    if (option.value) option.text = wordsOf(option.value);
  }
};

/** The fields of up to two groups; a number also has a step. */
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
    inWords(row.select, labelOf);
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
    /** The scale of a group's values: `year`, `month`, `step`, or `none`. */
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
    // A percentile that the list lacks.
    if (figure !== undefined && ![...figures.options].some(({value}) => value === figure))
      figures.append(element('option', figure));
    inWords(figures, figureWords);
    inWords(numbers, labelOf);
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
