import test, {type ExecutionContext} from 'ava';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

const mebibyte = 1024 ** 2;
/** In bytes. No more than `mostHeld` may be in memory. */
const [bomb, long] = [72 * mebibyte, 1e9];
const mostHeld = 64 * mebibyte;

/** So many bytes of `part` again and again between two texts, made while they are read. */
async function* bombOf(opening: string, part: string, ending: string, length: number) {
  yield Buffer.from(opening);
  const chunk = Buffer.from(part.repeat(Math.ceil(mebibyte / 4 / part.length)));
  for (let bytes = 0; bytes < length; bytes += chunk.length) yield new Uint8Array(chunk);
  yield Buffer.from(ending);
}

const held = () => {
  const {heapUsed, arrayBuffers} = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** What is made of a bomb, and that memory stayed flat meanwhile. */
const read = async (
  t: ExecutionContext,
  length: number,
  mayHold: number,
  ...[opening, part, ending = '']: readonly [string, string, string?]
) => {
  const heldBefore = held();
  let most = 0;
  async function* watched() {
    for await (const chunk of bombOf(opening, part, ending, length)) {
      most = Math.max(most, held() - heldBefore);
      yield chunk;
    }
  }
  const outcome = await preparedFrom(watched()).catch(error => error);
  t.true(most < mayHold, `${most} bytes were held`);
  return outcome;
};

const rejects = test.macro({
  title: (_, what: string) => `a record with ${what} is rejected alone, with flat memory`,
  async exec(t, _what: string, parts: readonly [string, string, string], length: number = bomb) {
    const {vehicles, rejects} = await read(t, length, mostHeld, ...parts);
    t.like(vehicles, [{vehicle: {id: '1'}}, {vehicle: {id: '3'}}]);
    // A line that is too long is not held, so its ident is not known.
    t.like(rejects, [{reason: 'TooLarge', ...(parts[0].startsWith('<') && {ident: '2'})}]);
    t.is(rejects.length, 1);
  },
});

const inRecord = (before: string, part: string, after = '') => {
  const record = '<ns:Statistik><ns:KoeretoejIdent>2</ns:KoeretoejIdent>';
  const ending = `${after}</ns:Statistik>${aRecord('3')}${end}`;
  return [start + aRecord('1') + record + before, part, ending] as const;
};
const inLine = ['{"KoeretoejIdent":"1"}\n{"A":"', 'x', '"}\n{"KoeretoejIdent":"3"}\n'] as const;

test.serial(rejects, 'nested elements without end', inRecord('', '<ns:A>'));
test.serial(rejects, 'attributes without end', inRecord('<ns:A ', 'a="b" ', '/>'));
test.serial(rejects, 'entities without end', inRecord('<ns:A>', '&a;', '</ns:A>'));
test.serial(rejects, 'references without end', inRecord('<ns:A>', '&#65;', '</ns:A>'));
test.serial(rejects, 'CDATA without end', inRecord('<ns:A>', '<![CDATA[a]]>', '</ns:A>'));
test.serial(rejects, 'beginnings of comments without end', inRecord('', '<!--'));
test.serial(rejects, 'beginnings of instructions without end', inRecord('', '<?'));
test.serial(rejects, 'beginnings of records without end', inRecord('', '<ns:Statistik'));
test.serial(rejects, 'a text of 1 GB', inRecord('<ns:A>', 'x', '</ns:A>'), long);
test.serial(rejects, 'a text of 1 GB in NDJSON', inLine, long);

const refuses = test.macro({
  title: (_, what: string) => `an extract with ${what} is refused, with flat memory`,
  async exec(
    t,
    _what: string,
    before: string,
    part: string,
    code = 'XmlHead',
    length: number = bomb,
    mayHold: number = mostHeld,
  ) {
    t.like(await read(t, length, mayHold, before, part), {name: 'ExtractRefused', code});
  },
});

const [declaration = '', root = ''] = start.split('\n');
const inRoot = root.replace('>', ' ');
const entities = ['<!DOCTYPE a [<!ENTITY a "b">]>', '<!DOCTYPE a [<!ENTITY a "&a;&a;">]>'] as const;
const afterList = start + aRecord('1') + end;
const inArray = '[{"KoeretoejIdent":"1"},{"A":"';
test.serial(refuses, 'endless definitions of entities', '<!DOCTYPE a [', '<!ENTITY a "b">');
test.serial(refuses, 'endless entities of entities', ...entities, 'XmlDoctype');
test.serial(refuses, 'endless attributes of the root', inRoot, 'a="b" ');
test.serial(refuses, 'endless namespaces of the root', inRoot, 'xmlns:a="b" ');
test.serial(refuses, 'endless elements before the list', declaration + root, '<ns:A>');
test.serial(refuses, 'endless instructions before the root', declaration, '<?a b?>');
test.serial(refuses, 'endless elements after the list', afterList, '<ns:A>', 'XmlTruncated');
test.serial(refuses, 'a comment without end', `${start}<!--`, 'a', 'XmlTruncated');
test.serial(refuses, '1 GB before the records', `${declaration}<!--`, 'x', 'XmlHead', long);
test.serial(refuses, 'a text of 1 GB in a JSON array', inArray, 'x', 'JsonMalformed', long);
// Values that V8 has not collected yet count as held.
const values = ['[{"A":[', '"a",', 'JsonMalformed', long, 2 * mostHeld] as const;
test.serial(refuses, 'endless values in a JSON array', ...values);
test.serial(refuses, 'endless lists in a JSON array', '[', '[', 'JsonMalformed');
test.serial(refuses, 'a record without end', `${start}<ns:Statistik>`, 'x', 'XmlTruncated');
