/*
 * Filters the list of operations, and sends the calls of the forms to this service alone. The key stays in
 * its field.
 */

const key = document.querySelector('#key');
const filter = document.querySelector('#filter');

for (const hidden of document.querySelectorAll('.key, .try, #filter')) hidden.hidden = false;

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const item of document.querySelectorAll('.contents section li')) {
    const text = `${item.textContent} ${item.firstChild.title}`.toLowerCase();
    item.hidden = !words.every(word => text.includes(word));
  }
});

/** The URL of a call: paths begin at the address of this page, below which a proxy may serve the API. */
const urlOf = ({dataset, elements}) => {
  const fields = [...elements].filter(({dataset: {in: place}, value}) => place && value !== '');
  const path = dataset.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(elements[name].value),
  );
  const url = new URL(`.${path}`, document.baseURI);
  for (const {
    dataset: {in: place},
    name,
    value,
  } of fields) {
    if (place === 'query') url.searchParams.set(name, value);
  }
  return url;
};

const indented = text => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

const answered = async form => {
  const {method} = form.dataset;
  const headers = {Accept: 'application/json'};
  if (key.value.trim() !== '') headers['X-Api-Key'] = key.value.trim();
  const body = form.elements.body?.value;
  const response = await fetch(urlOf(form), {method, headers, body, cache: 'no-store'});
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP ${response.status} ${response.statusText}`,
    ...lines,
    '',
    indented(await response.text()),
  ].join('\n');
};

for (const form of document.querySelectorAll('.try form')) {
  const output = form.parentElement.querySelector('.answer');
  form.addEventListener('submit', async event => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Sending …';
    output.textContent = await answered(form).catch(error => `No answer: ${error.message}`);
  });
}

document.querySelector('.key').addEventListener('submit', event => event.preventDefault());
