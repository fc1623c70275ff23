import type {Redirect, StaticDocument} from '#src/http/static-documents.ts';
import {ownAssets} from './assets.ts';
import {docsPage, swaggerUi} from './docs-page.ts';
import {problemPages} from './problem-pages.ts';

/** The pages for people and their files, which need no key. Clients call the API at `publicUrl`. */
export const site = (publicUrl: string): readonly (StaticDocument | Redirect)[] => [
  {path: '/', location: 'docs'},
  docsPage(publicUrl),
  ...problemPages(publicUrl),
  ...Object.values(ownAssets),
  ...Object.values(swaggerUi),
];
