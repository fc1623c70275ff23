import type {Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {type AccessLine, newRequestId, traceIdOf} from '../middleware/telemetry.ts';
import {type Problem, rawProblem} from '../problem.ts';
import {linger} from './connections.ts';
import type {PublicServer} from './server.ts';

export type ClientErrorsOptions = {
  readonly publicUrl: string;
  readonly headersTooLarge: Problem;
  readonly timedOut: Problem;
  readonly malformed: Problem;
  /** For a request line with a version other than HTTP/1. */
  readonly otherVersion: Problem;
  /** For a connection beyond the limits. */
  readonly full: Problem;
  /** For CONNECT, which asks for a tunnel. */
  readonly noTunnel: Problem;
  readonly log: (line: AccessLine) => void;
};

type ParserError = NodeJS.ErrnoException & {readonly reason?: string; readonly rawPacket?: Buffer};

/** The reason that Node's parser gives for a malformed end of a request line, with the code for a wrong version. */
const wrongLineEnd = 'Expected CRLF after version';

/** The path of a request line, or the root if the line is incomplete or malformed. */
const instanceOf = (packet: Buffer | undefined): string =>
  /^[A-Z]+ (\/[^ ?#]*)/.exec(packet?.toString('latin1', 0, 2048) ?? '')?.[1] ?? '/';

const problemOf = ({code, reason}: ParserError, options: ClientErrorsOptions): Problem => {
  if (code === 'HPE_HEADER_OVERFLOW') return options.headersTooLarge;
  if (code === 'HPE_INVALID_VERSION' && reason !== wrongLineEnd) return options.otherVersion;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? options.timedOut : options.malformed;
};

/**
 * Answers with a problem document and an `X-Request-Id` whatever never becomes a request: what Node's parser
 * rejects, a CONNECT, and a connection beyond the limits. Node would send a bare status line, or nothing.
 */
export const answerClientErrors = (server: PublicServer, options: ClientErrorsOptions): void => {
  const rejected = new WeakSet<Duplex>();

  const rejectNext = (socket: Duplex, problem: Problem, instance: string) => {
    rejected.add(socket);

    const reject = () => {
      const requestId = newRequestId();
      const traceId = traceIdOf(requestId);
      const {publicUrl} = options;
      options.log({status: problem.kind.status, code: problem.kind.code, requestId, traceId});
      linger(socket, rawProblem(problem, {publicUrl, instance, requestId, traceId}));
    };

    // After a complete request the error belongs to the next one, which waits its turn; within a
    // request it belongs to that one, which gets no second response.
    const current = server.exchanges.get(socket as Socket)?.at(-1);
    if (current === undefined || current.response.closed) reject();
    else if (current.request.complete) {
      current.response.once('close', reject);
      // Bytes that arrive meanwhile would restart the timeout of a response that nobody reads.
      socket.pause();
    } else if (!current.response.headersSent) reject();
  };

  server.on('clientError', (error: ParserError, socket) => {
    if (rejected.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    rejectNext(socket, problemOf(error, options), instanceOf(error.rawPacket));
  });

  server.on('full', (socket: Duplex) => rejectNext(socket, options.full, '/'));

  // Node hands over the socket together with its error events.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    rejectNext(socket, options.noTunnel, '/');
  });
};
