import {type FieldContext, parseInstant, parseNumber} from '#indexer/document/parse-value.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {allAt, childAt, idAt, referenceAt, textAt} from './element.ts';
import {fieldReader, present} from './read-fields.ts';
import {listedUsages} from './usages.ts';

const readTechnicalFields = fieldReader(technicalFields);

const equipmentPath = [
  'KoeretoejUdstyrSamlingStruktur',
  'KoeretoejUdstyrSamling',
  'KoeretoejUdstyrStruktur',
];
const supplementaryBodyPath = [
  'KoeretoejSupplerendeKarrosseriSamlingStruktur',
  'KoeretoejSupplerendeKarrosseriSamling',
  'KoeretoejSupplerendeKarrosseriTypeStruktur',
];
const blockingPath = [
  'KoeretoejBlokeringAarsagListeStruktur',
  'KoeretoejBlokeringAarsagListe',
  'KoeretoejBlokeringAarsag',
];
const permitPath = ['TilladelseSamling', 'Tilladelse', 'TilladelseStruktur'];

const filled = <Entry>(entries: Entry[]): Entry[] | undefined =>
  entries.length > 0 ? entries : undefined;

/** The entries of `nodes` that can be read; undefined where there are none. */
const listOf = <Entry>(
  nodes: readonly RecordTree[],
  read: (node: RecordTree) => Entry | undefined,
): Entry[] | undefined => filled(nodes.map(read).filter(entry => entry !== undefined));

/** A count of 0 means that the equipment was asked for and is not fitted; without one, there is 1. */
const readEquipment = (node: RecordTree) => {
  const type = childAt(node, 'KoeretoejUdstyrTypeStruktur') ?? {};
  const id = idAt(type, 'KoeretoejUdstyrTypeNummer') ?? null;
  const name = textAt(type, 'KoeretoejUdstyrTypeNavn') ?? id;
  const count = parseNumber(textAt(node, 'KoeretoejUdstyrAntal') ?? '') ?? 1;
  return name !== null && Number.isSafeInteger(count) && count > 0 ? {id, name, count} : undefined;
};

const instantAt = (node: RecordTree, name: string) =>
  parseInstant(textAt(node, name) ?? '') ?? null;

/** Type and period alone: the comment can hold personal data. */
const readPermit = (node: RecordTree) => {
  const type = referenceAt(childAt(node, 'TilladelseTypeStruktur'), 'TilladelseType');
  return (
    type && {
      type,
      validFrom: instantAt(node, 'TilladelseGyldigFra'),
      validTo: instantAt(node, 'TilladelseGyldigTil'),
    }
  );
};

const readLists = (record: RecordTree, ground: RecordTree) =>
  present({
    usages: filled(listedUsages(record)),
    supplementaryBodyTypes: listOf(allAt(ground, supplementaryBodyPath), node =>
      referenceAt(node, 'SupplerendeKarrosseriType'),
    ),
    equipment: listOf(allAt(ground, equipmentPath), readEquipment),
    permits: listOf(allAt(record, permitPath), readPermit),
    blockingReasons: listOf(allAt(ground, blockingPath), node =>
      referenceAt(node, 'KoeretoejBlokeringAarsagType'),
    ),
  });

export const readTechnicalDetails = (
  record: RecordTree,
  ground: RecordTree,
  context: FieldContext,
) => ({
  ...readTechnicalFields(record, context),
  ...readLists(record, ground),
});
