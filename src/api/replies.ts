import type {Versioned} from '#core/domain/dataset.ts';
import {type ErrorCode, fail} from './errors.ts';

/** Every answer that comes from data says which generation of it, a refusal and a 304 too. */
export const ofVersion = (version: string) => ({'X-Dataset-Version': version});

/** `found(await vehicles.byId(id), 'VehicleNotFound')`: what is there, or the problem thrown. */
export const found = <Value>(
  {version, value}: Versioned<Value | undefined>,
  code: ErrorCode,
): Versioned<Value> => {
  if (value === undefined) throw fail(code, {headers: ofVersion(version)});
  return {version, value};
};

/** The reply whose body `toBody` makes of what the data says. */
export const reply = <Value, Body>(
  {version, value}: Versioned<Value>,
  toBody: (value: Value) => Body,
) => ({body: toBody(value), version});
