import {type Content, element} from './elements.ts';

/** Ends of names that are units, the longer before those they end with. */
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

const spellings: Readonly<Record<string, string>> = {
  vin: 'VIN',
  eu: 'EU',
  ncap: 'NCAP',
  co2: 'CO2',
  co: 'CO',
  hc: 'HC',
  nox: 'NOx',
};

/** `grossWeightKg` → `Gross weight (kg)` */
export const labelOf = (name: string): string => {
  const end = Object.keys(units).find(unit => name.endsWith(unit));
  const bare = end === undefined ? name : name.slice(0, -end.length);
  const words = bare.split(/(?<=[a-z0-9])(?=[A-Z])/);
  const spelled = words.map(word => spellings[word.toLowerCase()] ?? word.toLowerCase()).join(' ');
  const label = spelled.charAt(0).toUpperCase() + spelled.slice(1);
  return end === undefined ? label : `${label} (${units[end]})`;
};

/** The same within a sentence. */
export const nounOf = (name: string): string => {
  const label = labelOf(name);
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
};

/** Thousands apart, but of a year, and no more decimals than are read. */
export const figureText = (figure: number | null | undefined, name = ''): string => {
  if (figure === null || figure === undefined) return '–';
  const isYear = name.endsWith('Year');
  const decimals = [1000, 100].filter(size => Math.abs(figure) < size).length;
  return figure.toLocaleString('en', {
    useGrouping: !isYear,
    maximumFractionDigits: isYear ? 1 : decimals,
  });
};

/** `73 kW` of `max:maxPowerKw` */
export const withUnit = (figure: number | null, name: string): string => {
  const [, unit = ''] = Object.entries(units).find(([end]) => name.endsWith(end)) ?? [];
  return `${figureText(figure, name)} ${unit}`.trim();
};

export const shareText = (share: number): string =>
  share.toLocaleString('en', {style: 'percent', maximumFractionDigits: 2});

export type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** An entry of a reference list by its name; undefined for any other object. */
export const entryText = (value: unknown): string | undefined =>
  isObject(value) && typeof value['name'] === 'string' && 'id' in value ? value['name'] : undefined;

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\S*$/;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  // A time is answered with the offset of Denmark.
  return String(value).replace(instant, '$1 $2');
};

const listed = (values: readonly unknown[]): Content => {
  if (values.length === 0) return '–';
  if (values.every(value => typeof value !== 'object')) return values.map(textOf).join(', ');
  return element('ul', ...values.map(value => element('li', shown(value))));
};

const shown = (value: unknown): Content => {
  if (Array.isArray(value)) return listed(value);
  if (!isObject(value)) return textOf(value);
  const name = entryText(value);
  const isPlain = Object.keys(value).every(key => ['id', 'name', 'originalName'].includes(key));
  if (name === undefined || !isPlain) return definitions(value);
  return element('span', name, ' ', element('small', String(value['id'])));
};

/** The members of an object, as terms with their values. */
export const definitions = (object: Members): HTMLElement =>
  element(
    'dl',
    Object.entries(object).map(([name, value]) =>
      element('div', element('dt', labelOf(name)), element('dd', shown(value))),
    ),
  );

const figures: Readonly<Record<string, string>> = {
  avg: 'Average',
  min: 'Least',
  max: 'Greatest',
  sum: 'Sum',
  p50: 'Median',
};

/** `avg:maxPowerKw` → `Average max power (kW)` */
export const metricLabel = (metric: string): string => {
  const [figure = '', number] = metric.split(':');
  if (number === undefined) return 'Vehicles';
  return `${figures[figure] ?? `Percentile ${figure.slice(1)} of`} ${nounOf(number)}`;
};
