import test, {type ExecutionContext} from 'ava';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';
import {startAdminProcess} from '../../helpers/processes/run-admin.ts';
import {startServing} from '../../helpers/processes/start-main.ts';
import {certificateAuthority} from '../../helpers/servers/certificates.ts';

const password = 'p@ss:w/rd';
const encoded = encodeURIComponent(password);

/** Redis that takes nothing but TLS from the named user. */
const secured = async (t: ExecutionContext) => {
  const authority = await certificateAuthority(t);
  const {key, cert} = await authority.issue();
  const plain = ['save ""', 'user default off', `user ops on >${password} ~* &* +@all`];
  const tls = [`tls-cert-file ${cert}`, `tls-key-file ${key}`, `tls-ca-cert-file ${authority.ca}`];
  const server = await startRedisServer(t, [...plain, ...tls, 'tls-auth-clients no'], [], true);
  return {server, ca: authority.ca};
};

const setPlan = ['plans', 'set', 'small', '--monthly-requests', '10'];

test('a Redis with TLS, a user and a password is used', async t => {
  const {server, ca} = await secured(t);
  const env = {
    REDIS_URL: `rediss://ops:${encoded}@127.0.0.1:${server.port}`,
    NODE_EXTRA_CA_CERTS: ca,
  };
  const {code, stderr} = await startAdminProcess(env, ...setPlan);
  t.is(code, 0, stderr);
  const api = await startServing(t, {...env, LOG_LEVEL: 'info'});
  t.notRegex(api.said(), /Redis cannot be reached/);
});

const isNamed = test.macro({
  title: (_, what: string) => `${what} is named with REDIS_URL, and no password`,
  async exec(t, _what: string, user: string, withCa: boolean, words: RegExp) {
    const {server, ca} = await secured(t);
    const env = {
      REDIS_URL: `rediss://${user}@127.0.0.1:${server.port}`,
      ...(withCa && {NODE_EXTRA_CA_CERTS: ca}),
    };
    const {code, stderr} = await startAdminProcess(env, ...setPlan);
    t.not(code, 0);
    t.regex(stderr, /REDIS_URL/);
    t.regex(stderr, words);
    t.notRegex(stderr, /p@ss|p%40ss/);
  },
});

test(isNamed, 'a private CA that is not configured', `ops:${encoded}`, false, /certificate/);
test(isNamed, 'a wrong password', 'ops:wrong', true, /WRONGPASS/);
test(isNamed, 'a password that is missing', 'ops', true, /NOAUTH|WRONGPASS|Authentication/);

test('Sentinels with a password of their own name the master, which has another', async t => {
  const master = await startRedisServer(t, ['save ""', `requirepass ${password}`]);
  const sentinel = await startRedisServer(
    t,
    [
      'requirepass watched',
      `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
      `sentinel auth-pass mymaster ${password}`,
    ],
    ['--sentinel'],
  );
  const address = `redis+sentinel://:${encoded}@127.0.0.1:${sentinel.port}/mymaster`;
  const known = await startAdminProcess(
    {REDIS_URL: `${address}?sentinelPassword=watched`},
    ...setPlan,
  );
  t.is(known.code, 0, known.stderr);
  const unknown = await startAdminProcess({REDIS_URL: address}, ...setPlan);
  t.not(unknown.code, 0);
  t.regex(unknown.stderr, /REDIS_URL/);
});
