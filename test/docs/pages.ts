import {readdir, readFile} from 'node:fs/promises';

export const root = new URL('../../', import.meta.url);

type Page = {
  /** Its path in the repository. */
  readonly path: string;
  readonly text: string;
};

/** A page of the documentation, by its path in the repository. */
export const readPage = async (path: string): Promise<Page> => ({
  path,
  text: await readFile(new URL(path, root), 'utf8'),
});

const markdown = async (folder: string): Promise<readonly string[]> =>
  (await readdir(new URL(folder, root)))
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}${name}`);

/** Every page for readers of the repository, with the index of the decisions, which are never edited. */
export const pages = await Promise.all(
  [
    ...(await markdown('./')),
    ...(await markdown('docs/')),
    'bench/README.md',
    'docs/decisions/README.md',
    'test/README.md',
    'clients/typescript/README.md',
  ]
    .map(path => path.replace('./', ''))
    .filter(path => path !== 'CHANGELOG.md')
    .map(readPage),
);

/** The files of a walk: the numbered list under its heading in the architecture. */
export const filesOfWalk = async (title: string): Promise<readonly string[]> => {
  const {text} = await readPage('docs/architecture.md');
  const [, part = ''] = text.split(`## ${title}\n`);
  const [list = ''] = part.split('\n## ');
  return Array.from(list.matchAll(/^\d+\. \[`([^`]+)`\]/gm), ([, path]) => String(path));
};

/** The text of every code block in one of these languages. */
export const codeBlocks = (text: string, language: string): readonly string[] =>
  Array.from(text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')), ([, code]) =>
    String(code),
  );
