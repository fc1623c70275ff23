import {usageNames} from '#core/domain/english.ts';
import {ground} from '#mappings/fields/field.ts';
import {smallNumberAt, textAt} from '../../read/record-slots.ts';
import {slotAt} from '../../read/register-elements.ts';
import {literal} from '../bytes/json-bytes.ts';
import {parseInstant, parseNumber} from '../parse-value.ts';
import type {See} from '../seen-references.ts';
import {listWriter} from '../values/list.ts';
import {idAt, referenceWriter} from '../values/reference.ts';
import type {Write, Writing} from '../values/writing.ts';

export const usagesPath =
  'KoeretoejAnvendelseSamlingStruktur/KoeretoejAnvendelseSamling/KoeretoejAnvendelseStruktur';
const equipmentPath = ground(
  'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur',
);
const bodyPath = ground(
  'KoeretoejSupplerendeKarrosseriSamlingStruktur/KoeretoejSupplerendeKarrosseriSamling/KoeretoejSupplerendeKarrosseriTypeStruktur',
);
const blockingPath = ground(
  'KoeretoejBlokeringAarsagListeStruktur/KoeretoejBlokeringAarsagListe/KoeretoejBlokeringAarsag',
);
const permitPath = 'TilladelseSamling/Tilladelse/TilladelseStruktur';

const [countStart, entryEnd] = [literal(',"count":'), literal('}')];

/** A count of 0 means that the equipment was asked for and is not fitted; without one, there is 1. */
const equipmentWriter = (writing: Writing): Write => {
  const {out, slots} = writing;
  const inRow = (name: string) => slotAt(`${equipmentPath}/${name}`);
  const [name, antal] = [
    inRow('KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrTypeNavn'),
    inRow('KoeretoejUdstyrAntal'),
  ];
  const writeReference = referenceWriter(
    writing,
    `${equipmentPath}/KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrType`,
  );
  const countAt = (base: number): number => parseNumber(textAt(slots, base + antal) ?? '') ?? 1;
  const writeName = (base: number): boolean => {
    const text = textAt(slots, base + name);
    if (text !== undefined) out.text(JSON.stringify({id: null, name: text}));
    return text !== undefined;
  };

  return base => {
    const count = smallNumberAt(slots, base + antal) ?? countAt(base);
    if (!Number.isSafeInteger(count) || count <= 0) return false;
    if (!writeReference(base) && !writeName(base)) return false;
    out.at -= 1;
    out.literal(countStart);
    out.number(count);
    out.literal(entryEnd);
    return true;
  };
};

/** Type and period alone: the comment can hold personal data. */
const permitWriter = ({out, slots}: Writing): Write => {
  const typePath = `${permitPath}/TilladelseTypeStruktur/TilladelseType`;
  const [number, name] = [slotAt(`${typePath}Nummer`), slotAt(`${typePath}Navn`)];
  const [from, to] = [
    slotAt(`${permitPath}/TilladelseGyldigFra`),
    slotAt(`${permitPath}/TilladelseGyldigTil`),
  ];
  const instantAt = (slot: number) => parseInstant(textAt(slots, slot) ?? '') ?? null;
  return base => {
    const id = idAt(slots, base + number);
    if (id === undefined) return false;
    const type = {id, name: textAt(slots, base + name) ?? id};
    const [validFrom, validTo] = [instantAt(base + from), instantAt(base + to)];
    out.text(JSON.stringify({type, validFrom, validTo}));
    return true;
  };
};

/** The writers of the members that are lists. */
export const technicalListWriters = (writing: Writing, see: See) => {
  const references = (path: string, name: string, dictionary?: ReadonlyMap<string, string>) =>
    referenceWriter(writing, `${path}/${name}`, dictionary);
  const noted = (part: 'usage' | 'equipment', write: Write): Write => {
    const {out} = writing;
    return base => {
      const start = out.at;
      const isWritten = write(base);
      if (isWritten) see(part, start, out.at);
      return isWritten;
    };
  };
  const usage = references(usagesPath, 'KoeretoejAnvendelse', usageNames);
  return {
    usages: listWriter(writing, usagesPath, noted('usage', usage)),
    supplementaryBodyTypes: listWriter(
      writing,
      bodyPath,
      references(bodyPath, 'SupplerendeKarrosseriType'),
    ),
    equipment: listWriter(writing, equipmentPath, noted('equipment', equipmentWriter(writing))),
    permits: listWriter(writing, permitPath, permitWriter(writing)),
    blockingReasons: listWriter(
      writing,
      blockingPath,
      references(blockingPath, 'KoeretoejBlokeringAarsagType'),
    ),
  };
};
