import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Duplex} from 'node:stream';
import type {AccessLine} from './middleware/access-log.ts';
import {newRequestId, newTraceId} from './middleware/request-id.ts';
import type {Problem} from './problem.ts';
import {rawProblem} from './problem-writer.ts';
import {requestEvents} from './server.ts';

export type ClientErrorsOptions = {
  readonly publicUrl: string;
  readonly headersTooLarge: Problem;
  readonly timedOut: Problem;
  readonly malformed: Problem;
  /** For CONNECT, which asks for a tunnel. */
  readonly noTunnel: Problem;
  readonly write: (line: AccessLine) => void;
};

type ParserError = NodeJS.ErrnoException & {readonly rawPacket?: Buffer};
type Exchange = {readonly request: IncomingMessage; readonly response: ServerResponse};

/** How long a refused client may go on sending before it is cut off. */
const lingerMs = 1000;

/** The path of a request line, where as much as that arrived whole; else the root. */
const instanceOf = (packet: Buffer | undefined): string =>
  /^[A-Z]+ (\/[^ ?#]*)/.exec(packet?.toString('latin1', 0, 2048) ?? '')?.[1] ?? '/';

const problemOf = ({code}: ParserError, options: ClientErrorsOptions): Problem => {
  if (code === 'HPE_HEADER_OVERFLOW') return options.headersTooLarge;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? options.timedOut : options.malformed;
};

/** Sends the answer and reads on for a moment: a reset could cost the client what was just sent. */
const sendLast = (socket: Duplex, answer: string): void => {
  socket.end(answer);
  socket.resume();
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
};

/** What is under way on each connection: of several requests in a row, the last. */
const exchangesOf = (server: Server): WeakMap<Duplex, Exchange> => {
  const exchanges = new WeakMap<Duplex, Exchange>();
  const remember = (request: IncomingMessage, response: ServerResponse) => {
    exchanges.set(request.socket, {request, response});
    response.once('close', () => {
      if (exchanges.get(request.socket)?.response === response) exchanges.delete(request.socket);
    });
  };
  for (const event of requestEvents) server.prependListener(event, remember);
  return exchanges;
};

/**
 * Answers what never becomes a request, because Node's parser refuses it or because it is a CONNECT:
 * the same problem document with an `X-Request-Id`, in place of Node's bare status line or of nothing.
 */
export const answerClientErrors = (server: Server, options: ClientErrorsOptions): void => {
  const exchanges = exchangesOf(server);
  const refused = new WeakSet<Duplex>();

  const refuseNext = (socket: Duplex, problem: Problem, instance: string) => {
    refused.add(socket);

    const refuse = () => {
      const [requestId, traceId] = [newRequestId(), newTraceId()];
      const {publicUrl} = options;
      const occasion = {publicUrl, instance, requestId, traceId};
      options.write({status: problem.kind.status, code: problem.kind.code, requestId, traceId});
      sendLast(socket, rawProblem(problem, occasion));
    };

    // After a whole request it is the next one that is refused; within one, it is that one, which
    // gets no second answer where it has one.
    const current = exchanges.get(socket);
    if (current?.request.complete) current.response.once('close', refuse);
    else if (!current?.response.headersSent) refuse();
  };

  server.on('clientError', (error: ParserError, socket) => {
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    refuseNext(socket, problemOf(error, options), instanceOf(error.rawPacket));
  });

  // Node gives the socket away with the request, and with it the care for its errors.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    refuseNext(socket, options.noTunnel, '/');
  });
};
