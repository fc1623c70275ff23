import {once} from 'node:events';
import {createServer, type Socket} from 'node:net';
import {setTimeout as pause, setImmediate as turn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {httpSource} from '#indexer/fetch/http-source.ts';
import {FetchFailed} from '#indexer/fetch/source.ts';

const content = Buffer.alloc(2_000_000, 'x');
const head = `HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\nconnection: close\r\n\r\n`;

/** Answers every request with the file or its first bytes, and does to the connection what `finish` says. */
const aServer = async (
  t: ExecutionContext,
  finish: (socket: Socket) => void,
  sent: Uint8Array = content,
) => {
  const answer = (socket: Socket) => {
    socket.on('error', () => {});
    t.teardown(() => socket.destroy());
    socket.once('data', () => {
      socket.write(head);
      socket.write(sent);
      finish(socket);
    });
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const {port} = server.address() as {readonly port: number};
  return new URL(`http://127.0.0.1:${port}/latest.zip`);
};

const {signal} = new AbortController();

test('a server can close the connection while the disk still takes what it sent', async t => {
  const source = httpSource(await aServer(t, socket => socket.end()), 10_000, signal);
  const file = await source.newest();
  // Whether the connection ends while nothing is read is up to chance.
  for (let download = 0; download < 10; download += 1) {
    const pieces: Uint8Array[] = [];
    for await (const {bytes} of source.read(file, 0)) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      pieces.push(bytes);
    }
    t.true(Buffer.concat(pieces).equals(content));
  }
});

test('all that a server sent before a cut arrives, however slow the disk', async t => {
  const url = await aServer(t, socket => socket.end(), content.subarray(0, 100_000));
  const source = httpSource(url, 10_000, signal);
  const file = await source.newest();
  let length = 0;
  const reading = async () => {
    for await (const {bytes} of source.read(file, 0)) {
      await pause(50);
      length += bytes.length;
    }
  };
  await t.throwsAsync(reading, {instanceOf: FetchFailed, message: /the connection was lost\.$/});
  t.is(length, 100_000);
});

for (const stallMs of [100, 1100]) {
  test(`a disk that takes longer than ${stallMs} ms is not taken for a silent server`, async t => {
    const source = httpSource(await aServer(t, () => {}), stallMs, signal);
    const file = await source.newest();
    let length = 0;
    for await (const {at, bytes} of source.read(file, 0)) {
      length += bytes.length;
      if (at === 0) await pause(3 * stallMs);
    }
    t.is(length, content.length);
  });
}

test('a download that is left closes its connection', async t => {
  const closed = Promise.withResolvers<void>();
  let requests = 0;
  const url = await aServer(t, socket => {
    requests += 1;
    if (requests === 2) socket.on('close', () => closed.resolve());
  });
  const source = httpSource(url, 10_000, signal);
  const file = await source.newest();
  for await (const {at} of source.read(file, 0)) {
    t.is(at, 0);
    break;
  }
  await t.notThrowsAsync(closed.promise);
});
