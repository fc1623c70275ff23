import type {Redirect, StaticDocument} from '#src/http/static-documents.ts';
import {ownAssets} from './assets.ts';
import {docsPage, swaggerUi} from './docs-page.ts';
import {problemPages} from './problem-pages.ts';

export type SiteOptions = {
  /** The address at which clients call the API. */
  readonly publicUrl: string;
};

/** The pages for people and their files. They need no key. */
export const site = ({publicUrl}: SiteOptions): readonly (StaticDocument | Redirect)[] => [
  {path: '/', location: 'docs'},
  docsPage(publicUrl),
  ...problemPages(publicUrl),
  ...Object.values(ownAssets),
  ...Object.values(swaggerUi),
];
