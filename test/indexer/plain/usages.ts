import {usageNames} from '#core/domain/english.ts';
import {isHigherId} from '#indexer/document/references.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {allAt, childAt, translatedAt} from './element.ts';

const path = [
  'KoeretoejAnvendelseSamlingStruktur',
  'KoeretoejAnvendelseSamling',
  'KoeretoejAnvendelseStruktur',
];

const usageAt = (node: RecordTree | undefined) =>
  translatedAt(node, 'KoeretoejAnvendelse', usageNames);

/** The usages of a record that has more than the primary one, in the order of the register. */
export const listedUsages = (record: RecordTree) =>
  allAt(record, path)
    .map(usageAt)
    .filter(usage => usage !== undefined);

/**
 * The primary usage. Where the register lists usages without one, that with the lowest id: the order
 * in the register can change from week to week.
 */
export const primaryUsage = (record: RecordTree) =>
  usageAt(childAt(record, 'KoeretoejAnvendelseStruktur')) ??
  listedUsages(record).reduce<ReturnType<typeof usageAt>>(
    (lowest, usage) => (lowest && !isHigherId(lowest.id, usage.id) ? lowest : usage),
    undefined,
  );
