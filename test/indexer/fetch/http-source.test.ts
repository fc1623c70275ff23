import {once} from 'node:events';
import {createServer, type Socket} from 'node:net';
import {setImmediate as turn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {httpSource} from '#indexer/fetch/http-source.ts';

const content = Buffer.alloc(2_000_000, 'x');
const head = `HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\nconnection: close\r\n\r\n`;

/** Answers every request with the file and closes the connection. */
const closingServer = async (t: ExecutionContext) => {
  const answer = (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), content])));
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const {port} = server.address() as {readonly port: number};
  return new URL(`http://127.0.0.1:${port}/latest.zip`);
};

test('a server can close the connection while the disk still takes what it sent', async t => {
  const url = await closingServer(t);
  const source = httpSource(url, 10_000);
  const {signal} = new AbortController();
  const file = await source.newest(signal);
  // Whether the connection ends while nothing is read is up to chance.
  for (let download = 0; download < 10; download += 1) {
    const pieces: Uint8Array[] = [];
    for await (const {bytes} of source.read(file, 0, signal)) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      pieces.push(bytes);
    }
    t.true(Buffer.concat(pieces).equals(content));
  }
});
