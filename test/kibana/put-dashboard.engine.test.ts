import test from 'ava';
import {OperationalError, TryLater} from '#core/command-line/errors.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {dashboardOf, putDashboard} from '#kibana/dashboard.ts';
import {rulesOf} from '#kibana/rules.ts';
import {standInKibana} from '../helpers/fakes/kibana.ts';
import {runAsProcess, type Variables} from '../helpers/processes/run-in-process.ts';
import {freePort} from '../helpers/servers/free-port.ts';

const target = {auth: undefined, prefix: '', publicUrl: undefined, runbookUrl: undefined};

test('the dashboard is put under its id, with the header that Kibana wants of a write', async t => {
  const kibana = await standInKibana(t, () => ({status: 201}));
  const put = await putDashboard({...target, kibanaUrl: kibana.address});
  const id = 'vehicle-data-index-builds';
  t.deepEqual(put, {
    id,
    outcome: 'created',
    address: `${kibana.address}/app/dashboards#/view/${id}`,
  });
  t.like(kibana.asked, [{method: 'PUT', path: `/api/dashboards/${id}`}]);
  const [{headers, body} = {headers: {}, body: {}}] = kibana.asked;
  t.like(headers, {'kbn-xsrf': 'true', 'content-type': 'application/json'});
  t.is(headers.authorization, undefined);
  t.deepEqual<unknown, unknown>(body, dashboardOf('').payload);
});

test('the address of the dashboard is the one for browsers', async t => {
  const kibana = await standInKibana(t, () => ({status: 200}));
  const publicUrl = 'https://kibana.example.org/s/operations';
  const {address} = await putDashboard({...target, kibanaUrl: kibana.address, publicUrl});
  t.is(address, `${publicUrl}/app/dashboards#/view/vehicle-data-index-builds`);
});

test('put twice it is the same dashboard, updated', async t => {
  const known = new Set<string>();
  const kibana = await standInKibana(t, ({path}) => {
    const status = known.has(path) ? 200 : 201;
    known.add(path);
    return {status};
  });
  const outcomes = [];
  for (const _ of [1, 2]) {
    outcomes.push((await putDashboard({...target, kibanaUrl: kibana.address})).outcome);
  }
  t.deepEqual(outcomes, ['created', 'updated']);
  t.is(known.size, 1);
});

test('Kibana below a base path or in a space is asked there', async t => {
  const kibana = await standInKibana(t, () => ({status: 200}));
  await putDashboard({...target, kibanaUrl: `${kibana.address}/kibana/s/operations`});
  t.is(kibana.asked[0]?.path, '/kibana/s/operations/api/dashboards/vehicle-data-index-builds');
});

test('Kibana is signed in to with the API key or the user of Elasticsearch', async t => {
  const kibana = await standInKibana(t, () => ({status: 200}));
  const kibanaUrl = kibana.address;
  await putDashboard({...target, kibanaUrl, auth: {apiKey: 'c2VjcmV0'}});
  await putDashboard({...target, kibanaUrl, auth: {username: 'elastic', password: 'pæss:word'}});
  t.deepEqual(
    kibana.asked.map(({headers}) => headers.authorization),
    ['ApiKey c2VjcmV0', `Basic ${Buffer.from('elastic:pæss:word').toString('base64')}`],
  );
});

const says = test.macro({
  title: (_, status: number) => `an answer of ${status} is told as what to do about it`,
  async exec(
    t,
    status: number,
    body: object | string,
    kind: typeof TryLater | typeof OperationalError,
    message: RegExp,
  ) {
    const headers = {location: 'http://127.0.0.1:1/login'};
    const kibana = await standInKibana(t, () => ({status, body, headers}));
    const auth = {apiKey: 'c2VjcmV0'};
    const error = await t.throwsAsync(putDashboard({...target, auth, kibanaUrl: kibana.address}), {
      instanceOf: kind,
      message,
    });
    t.false(error.message.includes(auth.apiKey));
  },
});

const invalid = '[request body.panels.0.config.type]: expected value to equal [xy]';
test(says, 302, '', OperationalError, /\(302\)/);
test(
  says,
  400,
  {statusCode: 400, message: invalid},
  OperationalError,
  /9\.5\. Kibana says: \[request/,
);
test(says, 401, {}, OperationalError, /ELASTICSEARCH_API_KEY/);
test(says, 403, {message: 'unauthorized'}, OperationalError, /privilege.*unauthorized/);
test(says, 404, {message: 'Not Found'}, OperationalError, /needs Kibana 9\.5 or newer/);
test(
  says,
  409,
  {message: 'conflict'},
  OperationalError,
  /another space \(409\).*KIBANA_URL.*conflict/,
);
test(says, 500, '<html>a proxy</html>', OperationalError, /\(500\).*a proxy/);
test(says, 503, 'Kibana server is not ready yet', TryLater, /not ready.*\(503\)/);

const namesPanels = test.macro({
  title: (_, member: string) => `the panels that Kibana rejects in ${member} are named`,
  async exec(t, member: string) {
    const panel_config = {title: 'Builds by outcome', type: 'xy'};
    const panels = [
      {message: 'color is not allowed', panel_type: 'vis', panel_config},
      {message: 'content is missing', panel_type: 'markdown', panel_config: {}},
    ];
    const body = {message: 'Bad request', [member]: panels};
    const kibana = await standInKibana(t, () => ({status: 400, body}));
    await t.throwsAsync(putDashboard({...target, kibanaUrl: kibana.address}), {
      instanceOf: OperationalError,
      message:
        /Bad request; panel "Builds by outcome": color is not allowed; panel "markdown": content is missing$/,
    });
  },
});

test(namesPanels, 'panel_errors');
test(namesPanels, 'panelErrors');

test('a Kibana that is not there is told apart from one that refuses', async t => {
  const kibanaUrl = `http://127.0.0.1:${await freePort()}`;
  await t.throwsAsync(putDashboard({...target, kibanaUrl}), {
    instanceOf: TryLater,
    message: /does not answer at KIBANA_URL/,
  });
});

test('an address with a user in it is not asked, nor repeated', async t => {
  const kibanaUrl = 'http://elastic:secret@127.0.0.1:5601';
  const error = await t.throwsAsync(putDashboard({...target, kibanaUrl}), {
    instanceOf: ConfigurationError,
  });
  t.false(error.message.includes('secret'));
});

const main = new URL('../../kibana/main.ts', import.meta.url);

/** The script as an operator runs it. */
const run = (env: Variables, ...args: readonly string[]) => runAsProcess(main, env, args);

test('the script puts the dashboard of its installation and says where it is', async t => {
  const kibana = await standInKibana(t, () => ({status: 200}));
  const env = {KIBANA_URL: kibana.address, INDEX_PREFIX: 'test-'};
  const {code, stdout} = await run(env);
  t.is(code, 0);
  const address = `${kibana.address}/app/dashboards#/view/test-vehicle-data-index-builds`;
  t.is(stdout, `Dashboard updated: ${address}\n`);
  t.deepEqual<unknown, unknown>(kibana.asked[0]?.body, dashboardOf('test-').payload);
  t.is(kibana.asked.length, 1);
  t.deepEqual(JSON.parse((await run(env, '--json')).stdout), {
    id: 'test-vehicle-data-index-builds',
    outcome: 'updated',
    address,
    rules: [],
  });
});

test('with connectors the script puts the alert rules, too, and links to the runbook', async t => {
  const RUNBOOK_URL = 'https://git.example.org/operations.md';
  const kibana = await standInKibana(t, () => ({
    status: 200,
    body: {connector_type_id: '.server-log'},
  }));
  const env = {KIBANA_URL: kibana.address, KIBANA_CONNECTORS: 'log, other', RUNBOOK_URL};
  const {code, stdout} = await run(env);
  t.is(code, 0);
  const names = rulesOf('').map(({name}) => `Alert rule updated: ${name}\n`);
  t.true(stdout.endsWith(names.join('')));
  t.deepEqual(
    kibana.asked.map(({method}) => method),
    ['PUT', 'GET', 'GET', 'PUT', 'PUT'],
  );
  for (const {method, body} of kibana.asked) {
    t.is(JSON.stringify(body ?? {}).includes(RUNBOOK_URL), method === 'PUT');
  }
});

test('the script says that the dashboard is there, though the rules are refused', async t => {
  const kibana = await standInKibana(t, ({method}) => ({status: method === 'PUT' ? 200 : 404}));
  const {code, stdout, stderr} = await run({
    KIBANA_URL: kibana.address,
    KIBANA_CONNECTORS: 'nowhere',
  });
  t.is(code, 1);
  t.regex(stdout, /^Dashboard updated: .*\n$/);
  t.regex(stderr, /^Kibana has no connector "nowhere"/);
});

test('the script ends with 75 while Kibana is away, with 1 where it refuses, with 2 for wrong usage', async t => {
  const kibana = await standInKibana(t, () => ({status: 404}));
  const away = await run({KIBANA_URL: `http://127.0.0.1:${await freePort()}`});
  const refused = await run({KIBANA_URL: kibana.address});
  const wrong = await run({KIBANA_URL: 'kibana'});
  t.deepEqual([away.code, refused.code, wrong.code], [75, 1, 2]);
  t.regex(away.stderr, /^Kibana does not answer at KIBANA_URL\..*\n$/);
  t.is((await run({}, '--nonsense')).code, 2);
});
