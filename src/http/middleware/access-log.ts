import type {Middleware} from '../request-context.ts';

/** One request, without anything that identifies a person, a plate, a VIN or a key. */
export type AccessLine = {
  readonly method?: string;
  /** The declared path; absent if no route matched. */
  readonly route?: string | undefined;
  /** Absent if the client left before it was answered. */
  readonly status?: number;
  readonly code?: string | undefined;
  readonly durationMs?: number;
  readonly requestId: string;
  readonly traceId: string;
  readonly keyId?: string | undefined;
  /** The client left before the whole response was sent. */
  readonly aborted?: true;
};

/** Writes one line per request once its response is closed, whether or not it was sent completely. */
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
