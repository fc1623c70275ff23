import type {RecordFault} from './source-record.ts';

/**
 * A record is not one the register could have written. Thrown, and caught, for that record alone;
 * the message holds nothing of its content.
 */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
  readonly fault: RecordFault;

  constructor(fault: RecordFault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}
