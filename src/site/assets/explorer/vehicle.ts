import {callUrl, hashOf, type Part} from './calls.ts';
import {element, fill, find} from './elements.ts';
import {
  dayText,
  definitions,
  entryText,
  isEmpty,
  labelOf,
  type Members,
  nounOf,
  valueText,
} from './values.ts';

const names = ['plate', 'vin', 'id'] as const;

/** Only dots are not an identifier: browsers remove `.` and `..` from a path, even if encoded. */
const isIn = (query?: URLSearchParams) => (name: string) => /[^.]/.test(query?.get(name) ?? '');

/** Whether a query names a vehicle. */
export const namesOne = (query?: URLSearchParams): boolean => names.some(isIn(query));

/** The query of an identifier: a plate has at most ten letters and digits; an id has only digits, but not 17. */
export const identified = (text: string): URLSearchParams => {
  const bare = text.replaceAll(/[\s-]/g, '');
  const isPlate = /^[\da-zæøå]{1,10}$/i.test(bare);
  const name = isPlate ? 'plate' : /^\d+$/.test(bare) && bare.length !== 17 ? 'id' : 'vin';
  return new URLSearchParams({[name]: text.trim()});
};

/** The most important members, in this order, with another name if their own is not enough. */
const first = `variant registrationStatus:status firstRegisteredOn modelYear
  nextInspectionEstimate.date:estimatedNextInspection inspection.date:latestInspection
  inspection.result:inspectionResult inspection.odometerReadingKm engine.maxPowerKw engine.fuels.0.type:fuel
  environmentalInformation.fuelEconomyKmPerL environmentalInformation.co2GPerKm
  technicalDetails.grossWeightKg technicalDetails.kerbWeightMinKg technicalDetails.seatsMin
  technicalDetails.towBarFitted kind color bodyType vin`.split(/\s+/);

const member = (found: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Members | null | undefined)?.[name], found);

const facts = (found: Members) => {
  const values = first.map(each => {
    const [path = '', name = path.split('.').at(-1)] = each.split(':');
    return [name, member(found, path)] as const;
  });
  const dl = definitions(Object.fromEntries(values));
  dl.className = 'facts';
  return dl;
};

/** The days in a vehicle's life, with the event or the estimate of each. */
const events = (found: Members, today: string) => {
  const day = (path: string) => String(member(found, path) ?? '').slice(0, 10);
  const leasing = (found['leasingPeriods'] as readonly Members[]).flatMap(
    ({validFrom, validTo}) => [
      [validFrom, 'Leasing begins'],
      [validTo, 'Leasing ends'],
    ],
  );
  const all = [
    [day('firstRegisteredOn'), 'First registration'],
    ...leasing,
    [day('registrationStatusDate'), valueText(found['registrationStatus'])],
    [day('inspection.date'), `Inspection: ${valueText(member(found, 'inspection.result') ?? '')}`],
    [today, 'Today'],
    [day('nextInspectionEstimate.date'), 'Next inspection (estimate)'],
  ];
  return all.flatMap(([on, what]) => (on ? [{on: String(on), what: String(what)}] : []));
};

/** Events on a line, spaced as they are in time. Today by itself makes no line. */
const line = (found: Members) => {
  const today = new Date().toISOString().slice(0, 10);
  const sorted = events(found, today).toSorted((a, b) => (a.on < b.on ? -1 : 1));
  if (sorted.length === 1) return [];
  const items = sorted.map(({on, what}, at) => {
    const item = element(
      'li',
      on > today && {class: 'ahead'},
      element('time', {datetime: on}, dayText(on)),
      element('span', what),
    );
    const next = sorted[at + 1]?.on ?? on;
    item.style.flexGrow = String((Date.parse(next) - Date.parse(on)) / 86_400_000);
    return item;
  });
  return [
    element('h3', 'Over time'),
    element('ol', {class: 'line', 'aria-label': 'Events'}, items),
  ];
};

const toggle = (name: string, text: string) =>
  element('label', element('input', {type: 'checkbox', class: name}), ` ${text}`);

/** One vehicle with its records: the most important members, its events, then all members. */
export const vehicle = (section: HTMLElement): Part => {
  const {dataset} = find('.look-up');
  const records = `${dataset['expand']}`.split(',');
  const nameIn = (query: URLSearchParams) => names.find(isIn(query)) ?? 'id';

  return {
    fill: query => {
      find<HTMLInputElement>('#identifier').value = query.get(nameIn(query)) ?? '';
    },
    head: query => {
      find('h2', section).textContent = `Vehicle ${query.get(nameIn(query)) ?? ''}`;
    },
    inWords: query => `the vehicle with ${nounOf(nameIn(query))} ${query.get(nameIn(query))}`,
    urlOf: query => {
      const name = nameIn(query);
      const asked = new URLSearchParams({[name]: query.get(name) ?? '', expand: records.join(',')});
      return callUrl(`${dataset[name]}`, asked);
    },
    // Frame numbers of old vehicles can look like plates.
    instead: query => {
      const vin = query.get('plate');
      const href = vin && hashOf('vehicle', new URLSearchParams({vin}));
      return href ? element('p', element('a', {href}, 'Look it up as a VIN')) : undefined;
    },
    draw: ({status, answer}, body) => {
      const found = body as Members;
      const own = Object.entries(found).filter(([name]) => !records.includes(name));
      const title = ['make', 'model'].map(name => entryText(found[name]));
      const plate = found['registrationNumber'] ?? found['vin'] ?? found['id'];
      find('h2', section).textContent = [...title, plate].filter(Boolean).join(' ');
      status.textContent = 'One vehicle found.';
      const members = (record: Members) => [
        Object.values(record).every(isEmpty) &&
          element('p', 'No member of this record has a value.'),
        definitions(record),
      ];
      const record = ([title, value]: readonly [string, unknown]) => [
        element('h3', title),
        ...(value === null
          ? [element('p', 'The register has no such record for this vehicle.')]
          : members(value as Members)),
      ];
      fill(
        answer,
        facts(found),
        line(found),
        element(
          'div',
          {class: 'row toggles'},
          toggle('every', 'All members, including empty ones'),
          toggle('originals', 'The register’s own words'),
        ),
        record(['Registration and classification', Object.fromEntries(own)]),
        records.flatMap(name => record([labelOf(name), found[name]])),
      );
    },
  };
};
