import type {RecordTree} from '#indexer/records/record-tree.ts';
import {parseHead} from '#indexer/xml/parse-head.ts';
import {parseRecord} from '#indexer/xml/parse-record.ts';
import {documentStart} from '#sample/sample-records.ts';

const {namespaces = {}} = parseHead(Buffer.from(documentStart)) ?? {};

/** A record of the synthetic extract as the general parser reads it. */
export const treeOf = (record: string): RecordTree => parseRecord(record.trim(), namespaces);
