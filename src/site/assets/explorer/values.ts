import {type Content, element} from './elements.ts';

/** Units by the ends of names, each before any shorter one that it ends with. */
const units: Readonly<Record<string, string>> = {
  GPerKm: 'g/km',
  WhPerKm: 'Wh/km',
  KmPerL: 'km/l',
  Kmh: 'km/h',
  Kg: 'kg',
  Km: 'km',
  Mm: 'mm',
  Kw: 'kW',
  Cm3: 'cm³',
  Db: 'dB',
  Rpm: 'rpm',
};

const spellings: ReadonlyMap<string, string> = new Map(
  ['VIN', 'EU', 'NCAP', 'CO2', 'CO', 'HC', 'NOx'].map(spelled => [spelled.toLowerCase(), spelled]),
);

/** `grossWeightKg` → `Gross weight (kg)` */
export const labelOf = (name: string): string => {
  const end = Object.keys(units).find(unit => name.endsWith(unit));
  const bare = end === undefined ? name : name.slice(0, -end.length);
  const words = bare.split(/(?<=[a-z0-9])(?=[A-Z])/);
  const spelled = words
    .map(word => spellings.get(word.toLowerCase()) ?? word.toLowerCase())
    .join(' ');
  const label = spelled.charAt(0).toUpperCase() + spelled.slice(1);
  return end === undefined ? label : `${label} (${units[end]})`;
};

/** A label or a title within a sentence. */
export const withinSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase());

/** `grossWeightKg` → `gross weight (kg)` */
export const nounOf = (name: string): string => withinSentence(labelOf(name));

/** Made once: one for each figure would take longer than the rest of a large table. */
const formats = [0, 1, 2].map(
  digits => new Intl.NumberFormat('en', {maximumFractionDigits: digits}),
);
const years = new Intl.NumberFormat('en', {useGrouping: false, maximumFractionDigits: 1});
const shares = new Intl.NumberFormat('en', {style: 'percent', maximumFractionDigits: 2});

/** A figure with its thousands separated, unless it is a year, and no more decimals than needed. */
export const figureText = (figure: number | null | undefined, name = ''): string => {
  if (figure === null || figure === undefined) return '–';
  const decimals = [1000, 100].filter(size => Math.abs(figure) < size).length;
  const format = name.endsWith('Year') ? years : formats[decimals];
  return `${format?.format(figure)}`;
};

/** `73 kW` of `max:maxPowerKw` */
export const withUnit = (figure: number | null, name: string): string => {
  const [, unit = ''] = Object.entries(units).find(([end]) => name.endsWith(end)) ?? [];
  return `${figureText(figure, name)} ${unit}`.trim();
};

export const shareText = (share: number): string => shares.format(share);

/** `2020-03-12` → `12 Mar 2020` */
export const dayText = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', {dateStyle: 'medium', timeZone: 'UTC'});

export type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** An entry of a reference list by its name; undefined for any other object. */
export const entryText = (value: unknown): string | undefined =>
  isObject(value) && typeof value['name'] === 'string' && 'id' in value ? value['name'] : undefined;

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\S*$/;
const word = /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/;

/** A plain value: times in Danish time, numbers with a unit in groups of thousands, and `NotRegistered` in words. */
export const valueText = (value: unknown, hasUnit = false): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && hasUnit) return figureText(value);
  const text = String(value);
  const [, day = text, time] = instant.exec(text) ?? [];
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) return [dayText(day), time].filter(Boolean).join(', ');
  return word.test(text) ? labelOf(text) : text;
};

/** Whether a member has no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

const listed = (values: readonly unknown[]): Content =>
  values.every(value => typeof value !== 'object')
    ? values.map(value => valueText(value)).join(', ')
    : element('ul', ...values.map(value => element('li', shown(value))));

/** A value of a response. An entry of a list is shown by its name, with the register's own name at hand. */
const shown = (value: unknown, hasUnit = false): Content => {
  if (isEmpty(value)) return '–';
  if (Array.isArray(value)) return listed(value);
  if (!isObject(value)) return valueText(value, hasUnit);
  const {id, name, originalName = '', ...rest} = value;
  const others = Object.entries(rest).filter(([, other]) => !isEmpty(other));
  if (entryText(value) === undefined || others.some(([, other]) => isObject(other)))
    return definitions(value);
  const more = others.map(([member, other]) => `, ${nounOf(member)} ${valueText(other)}`).join('');
  const original = element('small', {class: 'original', lang: 'da'}, ` ${originalName} ${id}`);
  return element('span', `${name}${more}`, original);
};

/** The members of an object, as terms with their values. Empty members and the register's own words are marked. */
export const definitions = (object: Members): HTMLElement =>
  element(
    'dl',
    Object.entries(object).map(([name, value]) => {
      const label = labelOf(name);
      const kind = isEmpty(value) ? 'empty' : /(?:Original|Raw)$/.test(name) && 'original';
      const content = shown(value, label.endsWith(')'));
      return element('div', kind && {class: kind}, element('dt', label), element('dd', content));
    }),
  );

const figures: ReadonlyMap<string, string> = new Map([
  ['avg', 'Average'],
  ['min', 'Lowest'],
  ['max', 'Highest'],
  ['sum', 'Sum'],
  ['p50', 'Median'],
]);

/** `p90` → `Percentile 90 of` */
export const figureWords = (figure: string): string =>
  figures.get(figure) ?? `${labelOf(figure.replace(/^p(?=\d)/, 'percentile '))} of`;

/** `avg:maxPowerKw` → `Average max power (kW)` */
export const metricLabel = (metric: string): string => {
  const [figure = '', number] = metric.split(':');
  if (number === undefined) return 'Vehicles';
  return `${figureWords(figure)} ${nounOf(number)}`;
};
