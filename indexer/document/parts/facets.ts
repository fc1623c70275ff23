import type {vehicleFields} from '#mappings/fields/vehicle.ts';
import {facetFields} from '#mappings/vehicle-document.ts';
import {literal} from '../bytes/json-bytes.ts';
import {type Member, ObjectWriter} from '../values/object.ts';
import type {Writing} from '../values/writing.ts';
import type {Fuels} from './fuels.ts';

const [quote, colon] = [0x22, 0x3a];

/** A reference begins so. */
const idStart = literal('{"id":"');

/** The values for searches and statistics, from what was written of the document before. */
export const facetsWriter = (
  writing: Writing,
  {make, model}: {readonly [Name in keyof typeof vehicleFields]: Member},
  fuels: Fuels,
) => {
  const {out} = writing;

  const writeId = ({start}: Member): void => {
    const from = start + idStart.length;
    out.copy(out.bytes, from, out.bytes.indexOf(quote, from));
  };

  return new ObjectWriter(writing, facetFields, 'stored', {
    model: () => {
      if (!make.isFilled || !model.isFilled) return false;
      out.byte(quote);
      writeId(make);
      out.byte(colon);
      writeId(model);
      out.byte(quote);
      return true;
    },
    primaryFuel: () => fuels.writePrimaryName(),
  });
};
