import {type ErrorCode, errors} from '#src/api/errors.ts';
import type {Page, Signpost} from '#src/http/pages.ts';
import {icon, styles} from './assets.ts';
import {problemIndex} from './problems/problem-index.ts';
import {problemPage} from './problems/problem-page.ts';

export type SiteOptions = {
  /** The address clients know the API by. */
  readonly publicUrl: string;
};

/** What people read in a browser. It needs no key. */
export const site = ({publicUrl}: SiteOptions): readonly (Page | Signpost)[] => [
  problemIndex,
  ...Object.keys(errors).map(code => problemPage(code as ErrorCode, publicUrl)),
  styles,
  icon,
];
