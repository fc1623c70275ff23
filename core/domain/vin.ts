import {upperCase} from './letters.ts';

declare const vin: unique symbol;

/** A vehicle identification number, or the frame number of an old vehicle: trimmed, upper-case. */
export type Vin = string & {readonly [vin]: true};

/** Any text can be a frame number in the register, so none is refused here: it is just not found. */
export const toVin = (text: string): Vin => upperCase(text.trim()) as Vin;
