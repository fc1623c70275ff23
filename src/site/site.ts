import type {Redirect, StaticDocument} from '#src/http/static-documents.ts';
import type {openApiDocument} from '#src/openapi/document.ts';
import {assetPath, assets} from './assets.ts';
import {explorerPage, releasesPage} from './explorer-page.ts';
import {firstPage} from './first-page.ts';
import {markdownDocuments} from './markdown-documents.ts';
import {problemPages} from './problem-pages.ts';
import {readDescription} from './reference/description.ts';
import {referencePages} from './reference/pages.ts';

/** The pages for people, and the same as text, with their files. They need no key, and can offer one for calls. */
export const site = (
  publicUrl: string,
  document: ReturnType<typeof openApiDocument>,
  key?: string,
): readonly (StaticDocument | Redirect)[] => {
  const description = readDescription(document);
  return [
    {path: '/', location: 'llms.txt', page: firstPage(description)},
    {path: '/favicon.ico', location: assetPath('icon.svg').slice(1)},
    ...referencePages(description),
    explorerPage(description, key),
    releasesPage(description, key),
    ...problemPages(publicUrl),
    ...markdownDocuments(description),
    ...assets,
  ];
};
