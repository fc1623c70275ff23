import {SaxesParser} from 'saxes';
import {
  addElement,
  contentOf,
  emptyTree,
  type GrowingTree,
  maxDepth,
  RecordRejected,
  type RecordTree,
} from './source-record.ts';
import {registerNamespace} from './xml-frame.ts';

type OpenElement = {readonly tree: GrowingTree; text: string; isLeaf: boolean};

/**
 * Reads one record with a parser for the whole of XML: any prefix, comments, CDATA, attributes
 * (ignored, as are elements of other namespaces). Slow; for the records that the tokenizer declines.
 *
 * @param namespaces Prefixes that the elements around the record declare, as `{prefix: URI}`.
 * @throws {RecordRejected}
 */
export const parseRecord = (
  text: string,
  namespaces: Readonly<Record<string, string>>,
): RecordTree => {
  const parser = new SaxesParser({xmlns: true, position: false, additionalNamespaces: namespaces});
  const document = newElement();
  const open: OpenElement[] = [document];
  const current = () => open.at(-1) ?? document;
  const addText = (part: string) => {
    current().text += part;
  };

  parser.on('error', error => {
    throw new RecordRejected('MalformedXml', syntaxFault(error));
  });
  parser.on('opentag', () => {
    if (open.length > maxDepth) throw new RecordRejected('TooDeep', `deeper than ${maxDepth}`);
    current().isLeaf = false;
    open.push(newElement());
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({uri, local}) => {
    const element = open.pop() ?? document;
    if (uri === registerNamespace) addElement(current().tree, local, contentOfElement(element));
  });
  parser.write(text).close();

  const record = document.tree['Statistik'];
  if (typeof record === 'string') throw mixedContent();
  return record === undefined || Array.isArray(record) ? emptyTree() : record;
};

const newElement = (): OpenElement => ({tree: emptyTree(), text: '', isLeaf: true});

const contentOfElement = ({tree, text, isLeaf}: OpenElement): string | GrowingTree => {
  if (isLeaf) return text;
  if (/[^ \t\r\n]/.test(text)) throw mixedContent();
  return contentOf(tree);
};

const mixedContent = () => new RecordRejected('MixedContent', 'text beside elements');

/** The parser's message without its quotation from the record, whose content must not reach a log. */
const syntaxFault = ({message}: Error): string => message.replace(/[:."].*$/s, '');
