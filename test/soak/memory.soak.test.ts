import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {startAccount} from '../helpers/engines/account.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {rounds} from '../helpers/soak.ts';

/** What a process may take at most, whatever it is asked. */
const maxMebibytes = 600;

const atOnce = 240;

/** A statistic of the small sample is smaller, so that more ask for it. */
const crowd = rounds(900, atOnce);

const expand = 'expand=technicalDetails,environmentalInformation,engine,inspection';

const metric = ['maxPowerKw', 'modelYear', 'seats', 'doors', 'axles']
  .flatMap(number => [`avg:${number}`, `sum:${number}`])
  .join(',');

/** The heaviest requests of each kind, by a number that makes one unlike another. */
const kindsFor = (plates: readonly string[]) => {
  const body = JSON.stringify({plates});
  const get = (path: string) => ({line: `GET ${path}`, body: ''});
  const post = (path: string) => ({line: `POST ${path}`, body});
  const statistic = `/v1/statistics?groupBy=firstRegisteredYear,maxPowerKw:5&metric=${metric}`;
  return {
    'a statistic': () => get(statistic),
    'distinct statistics': (n: number) => get(`${statistic}&toModelYear=${1800 + n}`),
    batches: () => post('/v1/vehicles/plates'),
    'batches with records': () => post(`/v1/vehicles/plates?${expand}`),
    'batches of members': () => post('/v1/vehicles/plates?fields=id,make,engine,inspection'),
    'pages with records': (n: number) => get(`/v1/vehicles?pageSize=20&page=${n + 1}&${expand}`),
    'deep pages': (n: number) => get(`/v1/vehicles?pageSize=20&page=${500 - n}&sortBy=vin`),
    documents: (n: number) => get(['/docs', '/docs.md', '/openapi.json'][n % 3] ?? ''),
  };
};

type Kind = ReturnType<typeof kindsFor>[keyof ReturnType<typeof kindsFor>];

const headers = ['br', 'gzip', 'identity'].map(coding => `Accept-Encoding: ${coding}\r\n`);

/** The shares of clients that read slowly. */
const shares = rounds(0, 1) ? [0, 0.5, 1] : [0];

/** How long a reader who is slow waits before it leaves. */
const slowMs = 6_000;

/** Asks, and reads the answer or does not. Resolves to its status; undefined if it has none or was cut before. */
const ask = async (port: number, key: string, kind: Kind, n: number, isSlow: boolean) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const {line, body} = kind(n);
  let head = '';
  if (isSlow) socket.pause();
  else
    socket.on('data', (chunk: Buffer) => {
      head ||= chunk.toString('latin1');
    });
  socket.write(
    `${line} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nConnection: close\r\n` +
      `${headers[n % headers.length]}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (isSlow) await wait(slowMs);
  else await once(socket, 'close');
  socket.destroy();
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
  return status;
};

/** The most resident memory that a process has had, in MiB. */
const peakOf = async (pid: number): Promise<number> => {
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kibibytes) / 1024);
};

test(`whatever ${atOnce} clients ask at once, and however slowly they read, a process stays below ${maxMebibytes} MiB`, async t => {
  t.timeout(rounds(180_000, 900_000));
  const prefix = await importSample(t, rounds(20_000, 300_000));
  const {url, key} = await startAccount(t);
  const plates = (await storedVehicles(testClient(t), prefix))
    .flatMap(({vehicle}) => vehicle.plates.filter(plate => /^[A-Z0-9]{1,10}$/.test(plate)))
    .slice(0, 500);
  for (const [name, kind] of Object.entries(kindsFor(plates))) {
    const clients = name === 'a statistic' ? crowd : atOnce;
    const api = await startServing(t, {
      REDIS_URL: url,
      INDEX_PREFIX: prefix,
      NODE_ENV: 'production',
    });
    for (const slowOnes of shares) {
      const statuses = await Promise.all(
        Array.from({length: clients}, (_, n) =>
          ask(api.port, key, kind, n, n < slowOnes * clients),
        ),
      );
      const quick = statuses.slice(slowOnes * clients);
      t.deepEqual(
        quick.filter(status => !['200', '400', '503'].includes(status ?? '')),
        [],
        name,
      );
      const answered = quick.filter(status => status === '200').length;
      t.log(`${name}: ${answered} of ${quick.length} answered, ${await peakOf(api.pid)} MiB`);
    }
    t.true((await peakOf(api.pid)) < maxMebibytes);
    await api.end('SIGTERM');
    t.is(await api.ended, 0);
  }
});
