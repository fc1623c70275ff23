import {documentEnd, documentStart, sampleRecords} from '#sample/sample-records.ts';
import type {Scope} from '../scope.ts';
import {aFile, aZip} from './files.ts';

/** The records of a synthetic extract: some 5 % more than vehicles. */
export const someRecords = (vehicles = 1000, seed = 1): readonly string[] =>
  Array.from(sampleRecords({vehicles, seed}));

/** The register's XML around records; a record that is not UTF-8 is passed as bytes. */
export const extractXml = (records: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat([documentStart, ...records, documentEnd].map(part => Buffer.from(part as string)));

/** The register's zip of these records. */
export const extractZip = (records: readonly (string | Uint8Array)[]): Promise<Buffer> =>
  aZip({'ESStatistikListeModtag.xml': extractXml(records)});

/** A file under the name that the register gives its zip of a day in November 2026. */
export const anExtractFile = (t: Scope, content: string | Uint8Array, day = 15): Promise<string> =>
  aFile(t, content, `ESStatistikListeModtag-202611${day}-031500.zip`);
