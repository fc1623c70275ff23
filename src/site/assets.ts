import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {Page} from '#src/http/pages.ts';

/** A file's path holds a digest of its content, so that a copy of it is good forever. */
export const asset = (name: string, contentType: string, body: string): Page => {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  return {
    path: `/site/${digest}/${name}`,
    contentType,
    body,
    headers: {'Cache-Control': 'public, max-age=31536000, immutable'},
  };
};

const own = (name: string, contentType: string): Page =>
  asset(name, contentType, readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8'));

export const styles = own('site.css', 'text/css; charset=utf-8');
export const icon = own('icon.svg', 'image/svg+xml');
