import {readFileSync} from 'node:fs';
import {idOf} from '../html.ts';

/** A guide in Markdown, and the name of its page. */
export type Guide = Readonly<Record<'name' | 'title' | 'text', string>>;

/** The pages of `docs/` for callers of the API, besides `api.md`, each section of which is a guide. */
const names = [
  ...['questions', 'clients', 'exports', 'webhooks'],
  ...['inspection-estimate', 'test-environment', 'agents'],
];

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

const toGuide = (text: string, name?: string): Guide => {
  const [, title = '', rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  return {name: name ?? idOf(title), title, text: rest};
};

/** The guides to the service at this URL. They link to each other; a link to a file of the repository becomes text. */
export const readGuides = (server: string): readonly Guide[] => {
  const [, ...sections] = read('api').split(/^#(?=# )/m);
  const guides = [
    ...sections.map(section => toGuide(section.replaceAll(/^###/gm, '##'))),
    ...names.map(name => toGuide(read(name), name)),
  ];
  const link = (text: string, label: string, to: string): string => {
    const page = to.replace(/^(?:api\.md)?#/, '').replace('.md', '');
    if (guides.some(({name}) => name === page.replace(/#.*/, ''))) return `[${label}](${page})`;
    return /^(?:https:|#)/.test(to) ? text : label;
  };
  const linked = (text: string): string => text.replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, link);
  return guides.map(({text, ...guide}) => ({
    ...guide,
    text: linked(text).replaceAll('http://localhost:8080', server),
  }));
};
