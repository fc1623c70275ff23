import type {Middleware} from '../request-state.ts';

/** One answered request, without anything that names a person, a plate, a VIN or a key. */
export type AccessLine = {
  readonly method?: string;
  /** The declared path; absent when there is none. */
  readonly route?: string | undefined;
  /** Absent when the client went away before there was an answer. */
  readonly status?: number;
  readonly code?: string | undefined;
  readonly durationMs?: number;
  readonly requestId: string;
  readonly traceId: string;
  readonly keyId?: string | undefined;
  /** The client went away before the whole answer was sent. */
  readonly aborted?: true;
};

/** Writes one line per request when its connection is done with it, also when the client has left. */
export const accessLog =
  (write: (line: AccessLine) => void): Middleware =>
  async (ctx, next) => {
    const start = performance.now();
    const {res, method, state} = ctx;
    res.once('close', () => {
      const {route, code, requestId, traceId, keyId} = state;
      const durationMs = Math.round((performance.now() - start) * 10) / 10;
      write({
        method,
        route,
        ...(res.headersSent && {status: res.statusCode}),
        code,
        durationMs,
        requestId,
        traceId,
        keyId,
        ...(!res.writableFinished && {aborted: true}),
      });
    });
    await next();
  };
