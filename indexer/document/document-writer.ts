import {ground} from '#mappings/fields/field.ts';
import {slotKind} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {type Literal, literal} from './bytes/json-bytes.ts';
import {engineWriter} from './parts/engine.ts';
import {environmentWriter} from './parts/environment.ts';
import {facetsWriter} from './parts/facets.ts';
import {Fuels} from './parts/fuels.ts';
import {inspectionWriter} from './parts/inspection.ts';
import {technicalDetailsWriter} from './parts/technical-details.ts';
import {isRegistered, vehicleWriter} from './parts/vehicle.ts';
import {type See, SeenReferences} from './seen-references.ts';
import type {Member} from './values/object.ts';
import type {Writing} from './values/writing.ts';

const lengthKey = literal('{"vehicleBytes":');
const vehicleKey = literal(',"vehicle":');
const registered = literal(',"isRegistered":true,"ordinals":[');
const notRegistered = literal(',"isRegistered":false,"ordinals":[');
const technicalDetailsKey = literal('],"technicalDetails":');
const engineKey = literal(',"engine":');
const inspectionKey = literal(',"inspection":');
const environmentKey = literal(',"environment":');
const [facetsKey, documentEnd] = [literal(',"facets":'), literal('}')];

const engineSlot = slotAt(ground('KoeretoejMotorStruktur'));
const inspectionSlot = slotAt('SynResultatStruktur');

/**
 * Writes documents from the slots of records, in the order of `mappings/vehicle-document.ts`, straight
 * into the bytes that are sent.
 */
export const documentWriter = (writing: Writing) => {
  const {out, slots} = writing;
  const current = {id: ''};
  const seen = new SeenReferences();
  const see: See = (part, start, end) => seen.see(part, current.id, out.view, start, end);

  const fuels = new Fuels(writing);
  const vehicle = vehicleWriter(writing, current);
  const technicalDetails = technicalDetailsWriter(writing, see);
  const engine = engineWriter(writing, fuels);
  const inspection = inspectionWriter(writing);
  const {environment, hasEnvironment} = environmentWriter(writing, fuels);

  const facets = facetsWriter(writing, vehicle.members, fuels);

  /** Digits of `vehicleBytes` in the document before: the guess for the next. */
  let digits = 3;

  const writeVehicle = (): void => {
    out.literal(lengthKey);
    const lengthAt = out.at;
    out.reserve(digits);
    out.at += digits;
    out.literal(vehicleKey);
    const start = out.at;
    vehicle.write(0);
    const length = String(out.at - start);
    out.replace(lengthAt, digits, length);
    if (length.length !== digits) vehicle.move(length.length - digits);
    digits = length.length;
    seeVehicle(vehicle.members);
  };

  /** Sees the members from the first to the last. */
  const seeMembers = (first: Member, last: Member): void =>
    see('members', first.start - first.key.length, last.end);

  const seeVehicle = ({
    kind,
    usage,
    color,
    make,
    designationType,
  }: typeof vehicle.members): void => {
    if (kind.isFilled || usage.isFilled || color.isFilled) seeMembers(kind, color);
    if (make.isFilled) seeMembers(make, designationType);
  };

  /** Writes a member that not every vehicle has. */
  const writeMember = (
    key: Literal,
    object: {write(base: number): void; skip(): void},
    isThere: boolean,
  ) => {
    if (!isThere) return object.skip();
    out.literal(key);
    object.write(0);
  };

  return {
    seen,
    /** The writers of the members. */
    vehicle,
    technicalDetails,
    engine,
    inspection,
    environment,
    fuels,
    /** Writes the document of the vehicle with this id, from the record in the slots. */
    write: (id: string, ordinal: number): void => {
      const hasEngine = slots.kinds[engineSlot] === slotKind.elements;
      current.id = id;
      writeVehicle();
      out.literal(isRegistered(writing) ? registered : notRegistered);
      out.number(ordinal);
      out.literal(technicalDetailsKey);
      technicalDetails.write(0);
      fuels.read(hasEngine);
      writeMember(engineKey, engine, hasEngine);
      writeMember(inspectionKey, inspection, slots.kinds[inspectionSlot] === slotKind.elements);
      writeMember(environmentKey, environment, hasEnvironment());
      const {emissionStandard} = environment.members;
      if (emissionStandard.isFilled) seeMembers(emissionStandard, emissionStandard);
      out.literal(facetsKey);
      facets.write(0);
      out.literal(documentEnd);
    },
  };
};

export type DocumentWriter = ReturnType<typeof documentWriter>;
