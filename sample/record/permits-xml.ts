import {momentText} from '../dates.ts';
import {coupling} from '../lists/code-lists.ts';
import type {Permit} from '../vehicle/permits.ts';
import {codedIn, each, leaf, parent} from './elements.ts';

const permits = parent(3, 'TilladelseSamling');
const entry = parent(4, 'Tilladelse');
const permit = parent(5, 'TilladelseStruktur');
const from = leaf(6, 'TilladelseGyldigFra');
const until = leaf(6, 'TilladelseGyldigTil');
const comment = leaf(6, 'TilladelseKommentar');
const type = codedIn(6, 'TilladelseTypeStruktur', 'TilladelseType');
const details = parent(6, 'TilladelseTypeDetaljeValg');
const fixedCoupling = parent(7, 'FastTilkobling');
const fixedIdent = leaf(8, 'KoeretoejIdent');
const variableCoupling = parent(7, 'VariabelKombination');
const identifier = parent(8, 'KoeretoejGenerelIdentifikatorStruktur');
const identifierChoice = parent(9, 'KoeretoejGenerelIdentifikatorValg');
const variableIdent = leaf(10, 'KoeretoejIdent');

const coupled = ({type: {id}, coupledTo}: Permit): string =>
  id === coupling.fixed.id
    ? fixedCoupling(fixedIdent(coupledTo))
    : variableCoupling(identifier(identifierChoice(variableIdent(coupledTo))));

const permitXml = (record: Permit): string =>
  entry(
    permit(
      from(momentText(record.from, record.second)) +
        until(record.until && momentText(record.until, record.second)) +
        comment(record.comment) +
        type(record.type) +
        details(coupled(record)),
    ),
  );

export const permitsXml = (records: readonly Permit[]): string => permits(each(records, permitXml));
