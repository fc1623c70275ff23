/** The fields of up to two groups; a number has a step, too. */
export const groupFields = form => {
  const rows = [...form.querySelectorAll('.group')].map(row => {
    const [select, step] = row.querySelectorAll('select, input');
    return {select, step, stepLabel: row.querySelectorAll('label')[1]};
  });

  const showStep = ({select, step, stepLabel}) => {
    const {step: finest} = select.selectedOptions[0].dataset;
    for (const each of [step, stepLabel]) each.hidden = !finest;
    return finest ?? '';
  };
  for (const row of rows) {
    row.select.addEventListener('change', () => {
      row.step.value = showStep(row);
    });
  }

  return {
    fill: groups => {
      for (const [index, row] of rows.entries()) {
        const [name = '', step] = groups[index]?.split(':') ?? [];
        row.select.value = name;
        if (row.select.selectedIndex < 0) row.select.selectedIndex = 0;
        const finest = showStep(row);
        row.step.value = step ?? (finest && '1');
      }
    },
    read: () =>
      rows
        .filter(({select}) => select.value !== '')
        .map(({select, step}) => {
          const width = step.hidden ? '' : step.value.trim();
          return ['', '1'].includes(width) ? select.value : `${select.value}:${width}`;
        }),
    /** On which scale the values of a group lie: `year`, `month`, `step`, or `none`. */
    scaleOf: name =>
      [...rows[0].select.options].find(({value}) => value === name)?.dataset.scale ?? 'none',
  };
};
