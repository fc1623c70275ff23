import {toInt64} from '#core/domain/integers.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {asIdent, type RejectedRecord} from '../records/source-record.ts';
import {textAt} from './element.ts';

type Accepted = {readonly ident: string} | Pick<RejectedRecord, 'reason' | 'ident'>;

/**
 * A record is served when it says which vehicle it is about: `KoeretoejIdent`, a positive int64.
 * Anything else may be absent.
 */
export const acceptRecord = (record: RecordTree): Accepted => {
  const written = textAt(record, 'KoeretoejIdent');
  if (written === undefined) return {reason: 'IdentMissing'};
  const ident = toInt64(written);
  return ident === undefined || ident === '0' || ident.startsWith('-')
    ? {reason: 'IdentInvalid', ident: asIdent(written)}
    : {ident};
};
