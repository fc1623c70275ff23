import {toInt64} from '#core/domain/integers.ts';
import {type RecordSlots, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {asIdent, type RejectedRecord} from '../read/source-record.ts';

type Accepted = {readonly ident: string} | Pick<RejectedRecord, 'reason' | 'ident'>;

const identSlot = slotAt('KoeretoejIdent');

/** An int64 in its own form, above 0: all but the greatest. */
const plainIdent = /^[1-9]\d{0,17}$/;

/**
 * Accepts a record that names its vehicle: one `KoeretoejIdent`, a positive int64. Everything else is
 * optional.
 */
export const acceptRecord = (slots: RecordSlots): Accepted => {
  const written = textAt(slots, identSlot);
  if (slots.repeatsIdent) return {reason: 'IdentRepeated', ident: asIdent(written)};
  if (written === undefined) return {reason: 'IdentMissing'};
  if (plainIdent.test(written)) return {ident: written};
  const ident = toInt64(written);
  return ident === undefined || ident === '0' || ident.startsWith('-')
    ? {reason: 'IdentInvalid', ident: asIdent(written)}
    : {ident};
};
