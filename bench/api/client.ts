import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {execa} from 'execa';
import which from 'which';
import type {Bench} from '../bench.ts';

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Requests that all connections together send in turn, repeatedly. */
export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly Request[];
};

/** The responses to a load, counted. */
export type Answers = {
  readonly count: number;
  readonly perSecond: number;
  /** Half of the responses arrived within this time. */
  readonly p50Ms: number;
  /** All but one in a hundred did. */
  readonly p99Ms: number;
  /** Responses with a status of 400 or above. */
  readonly refused: number;
  /** Requests without a response. */
  readonly failed: number;
};

/** A request in the form of HTTP/1.1, after a line with its length. */
const written = (host: string, {method, path, headers, body = ''}: Request): string => {
  const length = body === '' ? {} : {'content-length': Buffer.byteLength(body)};
  const lines = Object.entries({host, ...headers, ...length}).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
};

/** Sends the requests of a file in turn; prints the `Answers` as JSON. */
const script = (file: string): string => `
local requests = {}
local file = io.open(${JSON.stringify(file)}, 'rb')
for length in file:lines() do
  requests[#requests + 1] = file:read(tonumber(length))
end
file:close()
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\\n{"count":%d,"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"refused":%d,"failed":%d}\\n',
    summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;

/** Sends a load with wrk, on one thread. */
const sendWithWrk = async (
  {url, connections, seconds, requests}: Load,
  folder: string,
  cancelSignal: AbortSignal,
): Promise<Answers> => {
  const [data, program] = [join(folder, 'requests'), join(folder, 'load.lua')];
  const {host} = new URL(url);
  await writeFile(data, requests.map(request => written(host, request)).join(''));
  await writeFile(program, script(data));
  const size = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  const {stdout} = await execa('wrk', [...size, '-s', program, url], {cancelSignal});
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')));
};

/**
 * A program that sends requests, in a process of its own: wrk if it is on the PATH, since it costs a
 * tenth of autocannon.
 */
export const findClient = async ({folder, signal}: Bench) => {
  if (await which('wrk', {nothrow: true})) {
    return {name: 'wrk', send: (load: Load) => sendWithWrk(load, folder, signal)};
  }
  const program = ['bench/api/autocannon.ts'];
  return {
    name: 'autocannon',
    send: async (load: Load): Promise<Answers> => {
      const input = JSON.stringify(load);
      const {stdout} = await execa(process.execPath, program, {input, cancelSignal: signal});
      return JSON.parse(stdout);
    },
  };
};

export type Client = Awaited<ReturnType<typeof findClient>>;
