const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, char => entities[char] ?? '');

/** Markup, as opposed to text that must be escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[];

const markupOf = (part: Part): string => {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({markup}) => markup).join('\n');
  return escaped(String(part));
};

/** `` html`<p>${text}</p>` `` escapes the values it inserts, unless they are markup. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({raw: literals}, ...parts.map(markupOf)));

/** A sentence with `` `code` `` as `<code>`. */
export const prose = (sentence: string): Html =>
  new Html(escaped(sentence).replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
