import {Readable} from 'node:stream';
import {parseRecord} from '#indexer/read/parse-record.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {readHead} from '#indexer/read/xml-frame.ts';
import {documentStart} from '#sample/sample-records.ts';

const {head} = await readHead(Readable.from([Buffer.from(documentStart)]));

/** A record of the synthetic extract as the general parser reads it. */
export const treeOf = (record: string): RecordTree => parseRecord(record.trim(), head.namespaces);
