import type {ExecutionContext} from 'ava';
import {extractXml, someRecords} from './extract-files.ts';
import {aFile} from './files.ts';

const records = someRecords(300);

/** The stamp of the n-th extract: each is a minute newer than the one before. */
const stampOf = (n: number): string => {
  const minute = new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString();
  return minute.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
};

/**
 * The n-th extract of one and the same fleet, whose vehicles all carry its stamp in the name of
 * their make: what an answer says tells which extract it is of.
 */
export const markedExtract = async (t: ExecutionContext, n: number): Promise<string> => {
  const stamp = stampOf(n);
  const marked = records.map(record =>
    record.replace(/(?<=<ns:KoeretoejMaerkeTypeNavn>)[^<]*/, name => `${name} ${stamp}`),
  );
  return aFile(t, extractXml(marked), `ESStatistikListeModtag-${stamp}.xml`);
};

/** Every stamp that a text carries. */
export const marksIn = (text: string): readonly string[] => [
  ...new Set(text.match(/\d{8}-\d{6}/g)),
];
