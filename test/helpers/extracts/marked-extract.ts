import type {Scope} from '../scope.ts';
import {extractXml, someRecords} from './extract-files.ts';
import {aFile} from './files.ts';

const records = someRecords(300);

const identOf = (record: string): string => /KoeretoejIdent>(\d+)</.exec(record)?.[1] ?? '';

/** A vehicle with a high id, so that the first results are the same with and without it. */
const last = records
  .filter(record => record.includes('KoeretoejOplysningModelAar'))
  .map(identOf)
  .toSorted()
  .at(-1);

/** The number of vehicles in the extract of a stamp: every second extract has one less. */
export const vehiclesMarked = (stamp: string): number => 300 - (Number(stamp.slice(11, 13)) % 2);

/** The stamp of the n-th extract: each is a minute newer than the previous one. */
const stampOf = (n: number): string => {
  const minute = new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString();
  return minute.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
};

/**
 * The records of the n-th extract of one fleet, whose vehicles all carry its stamp in the name of their
 * make: the content of an answer tells which extract it is from, and so does the number of vehicles.
 */
export const markedRecords = (n: number): readonly string[] => {
  const stamp = stampOf(n);
  const isWhole = vehiclesMarked(stamp) === 300;
  return records.flatMap(record =>
    !isWhole && identOf(record) === last
      ? []
      : [record.replace(/(?<=<ns:KoeretoejMaerkeTypeNavn>)[^<]*/, name => `${name} ${stamp}`)],
  );
};

/** The n-th extract as a file. */
export const markedExtract = async (t: Scope, n: number): Promise<string> =>
  aFile(t, extractXml(markedRecords(n)), `ESStatistikListeModtag-${stampOf(n)}.xml`);

/** Every stamp that a text carries. */
export const marksIn = (text: string): readonly string[] => [
  ...new Set(text.match(/\d{8}-\d{6}/g)),
];
