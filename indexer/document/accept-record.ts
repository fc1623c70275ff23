import {toInt64} from '#core/domain/int64.ts';
import {asIdent} from '../records/find-ident.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {textAt} from './element.ts';

/** Why a record that could be read is not served. */
export type IdentFault = 'IdentMissing' | 'IdentInvalid';

type Accepted =
  | {readonly ident: string}
  | {readonly fault: IdentFault; readonly ident?: string | undefined};

/**
 * A record is served when it says which vehicle it is about: `KoeretoejIdent`, a positive int64.
 * Anything else may be absent.
 */
export const acceptRecord = (record: RecordTree): Accepted => {
  const written = textAt(record, 'KoeretoejIdent');
  if (written === undefined) return {fault: 'IdentMissing'};
  const ident = toInt64(written);
  return ident === undefined || ident === '0' || ident.startsWith('-')
    ? {fault: 'IdentInvalid', ident: asIdent(written)}
    : {ident};
};
