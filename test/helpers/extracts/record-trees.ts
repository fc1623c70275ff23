import {Readable} from 'node:stream';
import type {RecordTree} from '#indexer/records/record-tree.ts';
import {parseRecord} from '#indexer/xml/parse-record.ts';
import {readHead} from '#indexer/xml/read-head.ts';
import {documentStart} from '#sample/sample-records.ts';

const {head} = await readHead(Readable.from([Buffer.from(documentStart)]));

/** A record of the synthetic extract as the general parser reads it. */
export const treeOf = (record: string): RecordTree => parseRecord(record.trim(), head.namespaces);
