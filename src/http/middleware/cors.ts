import koaCors from '@koa/cors';
import type {Middleware} from '../request-state.ts';

/** Chromium's limit; others keep a preflight's answer for longer. */
const maxAgeSeconds = 7200;

const asked = ['X-Api-Key', 'Content-Type', 'If-None-Match', 'X-Request-Id', 'traceparent'];

const told = [
  'X-Request-Id',
  'ETag',
  'X-Dataset-Version',
  'Retry-After',
  'Allow',
  'RateLimit',
  'RateLimit-Policy',
];

/**
 * Lets web pages of these origins, `['*']` for any, read answers and ask beforehand whether they may
 * send a request. Whoever else asks gets the same answers, without a word about origins.
 */
export const cors = (origins: readonly string[]): Middleware => {
  const isAllowed = (origin: string) => origins.includes(origin);
  return koaCors({
    origin: origins.includes('*')
      ? '*'
      : ({headers: {origin = ''}}) => (isAllowed(origin) ? origin : ''),
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: asked,
    exposeHeaders: told,
    maxAge: maxAgeSeconds,
  }) as Middleware;
};
