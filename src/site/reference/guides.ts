import {readFileSync} from 'node:fs';
import {idOf} from '../html.ts';

/** A guide in Markdown, and the name of its page. */
export type Guide = Readonly<Record<'name' | 'title' | 'text', string>>;

/** The pages of `docs/` for those who call the API, in reading order. The first one is long: each section is a guide. */
const divided = 'api';
const whole = [
  ...['questions', 'clients', 'exports', 'webhooks'],
  ...['inspection-estimate', 'test-environment', 'agents'],
];

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

const toGuide = (text: string, name?: string): Guide => {
  const [heading = '', ...lines] = text.split('\n');
  const title = heading.replace('# ', '');
  return {name: name ?? idOf(title), title, text: lines.join('\n')};
};

/** The guides to the service at this URL. Their links lead to each other; one to what only the repository has is text. */
export const readGuides = (server: string): readonly Guide[] => {
  const [, ...sections] = read(divided).split(/^(?=## )/m);
  const guides = [
    ...sections.map(section => toGuide(section.replaceAll(/^##/gm, '#'))),
    ...whole.map(name => toGuide(read(name), name)),
  ];
  const names = new Set(guides.map(({name}) => name));
  const link = (text: string, label: string, to: string): string => {
    const page = to.replace(/^(?:api\.md)?#/, '').replace('.md', '');
    if (names.has(page.replace(/#.*/, ''))) return `[${label}](${page})`;
    return /^(?:https:|#)/.test(to) ? text : label;
  };
  return guides.map(({text, ...guide}) => ({
    ...guide,
    text: text
      .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, link)
      .replaceAll('http://localhost:8080', server),
  }));
};
