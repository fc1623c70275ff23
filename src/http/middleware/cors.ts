import koaCors from '@koa/cors';
import type {Middleware} from '../request-context.ts';

/**
 * Lets web pages of these origins (`['*']`: any) call the API. Requests from other origins get the same answers
 * without CORS headers.
 */
export const cors = (origins: readonly string[]): Middleware =>
  koaCors({
    origin: origins.includes('*')
      ? '*'
      : ({headers: {origin = ''}}) => (origins.includes(origin) ? origin : ''),
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: [
      'X-Api-Key',
      'Content-Type',
      'Content-Encoding',
      'If-None-Match',
      'Range',
      'If-Range',
      'Prefer',
      'X-Request-Id',
      'traceparent',
    ],
    exposeHeaders: [
      'X-Request-Id',
      'ETag',
      'X-Dataset-Version',
      'Preference-Applied',
      'Retry-After',
      'Allow',
      'Accept-Ranges',
      'Content-Range',
      'RateLimit',
      'RateLimit-Policy',
    ],
    // Seconds. Chromium's limit; other browsers cache a preflight for longer.
    maxAge: 7200,
  }) as Middleware;
