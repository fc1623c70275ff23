import {createServer} from 'node:http';
import {errors} from '@elastic/elasticsearch';
import test from 'ava';
import {UsageError} from '#core/command-line/errors.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {Interrupted, toExitCode} from '#indexer/exit-codes.ts';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {GateRefused, requirePassed} from '#indexer/generations/check.ts';
import {LockHeld, LockLost} from '#indexer/generations/lock.ts';
import {AliasesDisagree} from '#indexer/generations/stored-generations.ts';
import {ExtractRefused} from '#indexer/read/extract-refused.ts';
import {InputUnreadable} from '#indexer/read/open-input.ts';
import {CandidateLost, FlipRefused, WritesLost} from '#indexer/write/errors.ts';
import {EngineUnavailable, NotReady} from '#indexer/write/retry.ts';
import {runIndexer} from '../helpers/processes/run-indexer.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {elsewhere} from './generations/locks.ts';

const answered = (statusCode: number, type = 'some_exception', index?: string) =>
  new errors.ResponseError({
    statusCode,
    body: {error: {type, reason: 'a reason', index}},
    headers: {},
    warnings: null,
    meta: {} as never,
  });

const ends = test.macro({
  title: (_, code: number, error: Error) => `${error.name} (${error.message}) ends with ${code}`,
  exec(t, code: number, error: Error, sentence: string) {
    t.like(toExitCode(error), {code, sentence});
    t.is(toExitCode(error).stack !== undefined, error.message === 'a bug');
  },
});

const notAnswering = (why: string, remedy = 'Start it, or correct the address') =>
  `Elasticsearch does not answer at ELASTICSEARCH_NODES (${why}). ${remedy}, then run this again.`;

const refused = new ExtractRefused('ZipEncrypted');
test(ends, 65, refused, `The extract was refused: ${refused.message}`);
test(ends, 2, new ConfigurationError('PORT is wrong.'), 'PORT is wrong.');
test(ends, 2, new InputUnreadable('There is no file.'), 'There is no file.');
test(ends, 2, new UsageError('Pass --yes.'), 'Pass --yes.');
test(ends, 75, new EngineUnavailable('It is too busy.'), 'It is too busy.');
test(ends, 75, new FetchFailed('It is away.'), 'It is away.');
test(ends, 75, new errors.ConnectionError('refused'), notAnswering('refused'));
const closed = 'other side closed - Local: 127.0.0.1:1';
const tls = 'Write https:// if it uses TLS, or start it';
test(ends, 75, new errors.ConnectionError(closed), notAnswering(closed, tls));
const reached = 'Check its health and its disk, or correct the address';
test(ends, 75, new errors.TimeoutError('too late'), notAnswering('too late', reached));
test(ends, 75, new errors.NoLivingConnectionsError('none', {} as never), notAnswering('none'));
test(ends, 75, answered(503, 'is_starting'), notAnswering('status 503', reached));
test(ends, 75, new FlipRefused('Another went live.'), 'Another went live.');
const held = new LockHeld({kind: 'lock', lastBuild: 7, holder: elsewhere(), abandoned: []});
test(ends, 75, held, held.message);
test(ends, 75, new LockLost(), new LockLost().message);
test(ends, 75, new CandidateLost(), new CandidateLost().message);
test(
  ends,
  75,
  new WritesLost('It holds less.'),
  'It holds less. Elasticsearch lost writes: check its log, then import again.',
);
test(ends, 75, new NotReady('no_shard'), notAnswering('no_shard', reached));
test(ends, 75, new Interrupted('Stopped by SIGINT.'), 'Stopped by SIGINT.');
test(ends, 1, new AliasesDisagree('They disagree.'), 'They disagree.');
test(ends, 1, new Error('a bug'), 'a bug');

test('a refusal of the gate names each check that did not pass, and the way past them', t => {
  const [found, limit, advice] = ['10 of 100', 'at most 1 %', 'Look.'];
  const checks = [
    {name: 'rejects', passed: false, found, limit, advice},
    {name: 'age', passed: true, found: 'newer', limit, advice},
    {name: 'kinds', passed: false, found: 'none', limit, advice},
  ];
  const refused = t.throws(() => requirePassed(checks), {instanceOf: GateRefused});
  t.deepEqual(toExitCode(refused), {
    code: 65,
    sentence:
      'The extract was refused: rejects: 10 of 100; limit: at most 1 %. Look.\n' +
      'kinds: none; limit: at most 1 %. Look.\n' +
      'To put it live anyway: --force "<reason>".',
  });
});

test('a request that Elasticsearch refuses is a failure, told in one line with its reason', t => {
  t.deepEqual(toExitCode(answered(400, 'parsing_exception', 'vehicles-1')), {
    code: 1,
    sentence: 'Elasticsearch refused a request: parsing_exception: a reason (vehicles-1).',
  });
});

test('a right that is missing is told with who lacks it', t => {
  const {code, sentence} = toExitCode(answered(403, 'security_exception'));
  t.is(code, 1);
  t.regex(sentence, /a reason\. Grant this privilege to the Elasticsearch user or API key /);
});

test('a block is told with how to end it', t => {
  const {code, sentence} = toExitCode(answered(403, 'cluster_block_exception'));
  t.is(code, 1);
  t.regex(sentence, /a reason\. Remove this block from the settings/);
});

test('a login that is wrong, and an address that is not Elasticsearch, are wrong variables', t => {
  const {code, sentence} = toExitCode(answered(401, 'security_exception'));
  t.is(code, 2);
  t.regex(sentence, /a reason\. Check ELASTICSEARCH_API_KEY/);
  const bodies = ['<html>\n<h1>Not Found</h1>\n</html>', {status: 'Not found.'}];
  const others = bodies.map(body => ({statusCode: 404, headers: {}, body}) as never);
  const headers = {'x-elastic-product': 'Elasticsearch'};
  const body = {error: 'no handler found for uri [/path/_nodes] and method [GET]'};
  others.push({statusCode: 400, headers, body} as never);
  for (const error of [
    new errors.ProductNotSupportedError('Elasticsearch', {} as never),
    ...others.map(answer => new errors.ResponseError(answer)),
  ]) {
    t.deepEqual(toExitCode(error), {
      code: 2,
      sentence:
        'The server at ELASTICSEARCH_NODES is not Elasticsearch, or not at this path. Correct the address.',
    });
  }
});

test('a server in front of Elasticsearch that wants another address is told in words', async t => {
  const location = 'https://elastic.example.org/';
  const answers = [
    [301, {location}, 'Moved Permanently', `redirects to ${location}. Write the address`],
    [400, {}, 'The plain HTTP request was sent to HTTPS port', 'expects https://. Correct'],
  ] as const;
  for (const [status, headers, title, said] of answers) {
    const server = createServer((_, response) =>
      response
        .writeHead(status, {'content-type': 'text/html', ...headers})
        .end(`<h1>${title}</h1>`),
    );
    const ELASTICSEARCH_NODES = `http://127.0.0.1:${await onLoopback(t, server)}`;
    for (const command of ['status', 'prune']) {
      const {code, stdout, stderr} = await runIndexer(t, [command], {ELASTICSEARCH_NODES});
      t.is(code, 2, stderr);
      t.is(stdout, '');
      t.true(stderr.startsWith(`The server at ELASTICSEARCH_NODES ${said}`), stderr);
    }
  }
});

test('of two failures the first decides, and the second is told as well', t => {
  const both = new AggregateError(
    [refused, new errors.ConnectionError('refused')],
    'It could not be removed.',
  );
  t.like(toExitCode(both), {
    code: 65,
    sentence: `The extract was refused: ${refused.message} It could not be removed.`,
  });
});

test('what is thrown without being an error is a failure', t => {
  t.deepEqual(toExitCode('a text'), {code: 1, sentence: 'a text', stack: undefined});
});
