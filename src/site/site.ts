import {type ErrorCode, errors} from '#src/api/errors.ts';
import type {Redirect, StaticDocument} from '#src/http/static-documents.ts';
import {ownAssets} from './assets.ts';
import {docsPage, swaggerUi} from './docs-page.ts';
import {problemIndex} from './problems/problem-index.ts';
import {problemPage} from './problems/problem-page.ts';

export type SiteOptions = {
  /** The address clients know the API by. */
  readonly publicUrl: string;
};

/** What people read in a browser. It needs no key. */
export const site = ({publicUrl}: SiteOptions): readonly (StaticDocument | Redirect)[] => [
  {path: '/', location: 'docs'},
  docsPage(publicUrl),
  problemIndex,
  ...Object.keys(errors).map(code => problemPage(code as ErrorCode, publicUrl)),
  ...Object.values(ownAssets),
  ...Object.values(swaggerUi),
];
