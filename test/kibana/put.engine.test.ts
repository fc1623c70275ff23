import test, {type ExecutionContext} from 'ava';
import {OperationalError, TryLater} from '#core/command-line/errors.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {dashboardOf, putDashboard} from '#kibana/dashboard.ts';
import {putRules, rulesOf} from '#kibana/rules.ts';
import {standInKibana} from '../helpers/fakes/kibana.ts';
import {runAsProcess, runInProcess, type Variables} from '../helpers/processes/run-in-process.ts';
import {freePort} from '../helpers/servers/free-port.ts';

const target = {auth: undefined, prefix: '', publicUrl: undefined, runbookUrl: undefined};
const id = 'vehicle-data-index-builds';

test('the dashboard is put under its id, with the header that Kibana wants of a write', async t => {
  const known = new Set<string>();
  const kibana = await standInKibana(t, ({path}) => {
    const status = known.has(path) ? 200 : 201;
    known.add(path);
    return {status};
  });
  const put = () => putDashboard({...target, kibanaUrl: kibana.address});
  const address = `${kibana.address}/app/dashboards#/view/${id}`;
  t.deepEqual(await put(), {id, outcome: 'created', address});
  t.deepEqual(await put(), {id, outcome: 'updated', address});
  const [{method, path, headers, body} = t.fail()] = kibana.asked;
  t.deepEqual([method, path], ['PUT', `/api/dashboards/${id}`]);
  t.like(headers, {'kbn-xsrf': 'true', 'content-type': 'application/json'});
  t.is(headers.authorization, undefined);
  t.deepEqual<unknown, unknown>(body, dashboardOf('').payload);
});

test('Kibana below a base path or in a space is asked there, and shown at its address for browsers', async t => {
  const kibana = await standInKibana(t, () => ({status: 200}));
  const kibanaUrl = `${kibana.address}/kibana/s/operations`;
  const publicUrl = 'https://kibana.example.org/s/operations';
  const {address} = await putDashboard({...target, kibanaUrl, publicUrl});
  t.is(kibana.asked[0]?.path, `/kibana/s/operations/api/dashboards/${id}`);
  t.is(address, `${publicUrl}/app/dashboards#/view/${id}`);
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

test('an address with a user in it is not asked, nor repeated', async t => {
  const kibanaUrl = 'http://elastic:secret@127.0.0.1:5601';
  const error = await t.throwsAsync(putDashboard({...target, kibanaUrl}), {
    instanceOf: ConfigurationError,
  });
  t.false(error.message.includes('secret'));
});

/** A Kibana with connectors of these types by their ids, that remembers rules. */
const kibanaWith = async (t: ExecutionContext, types: Readonly<Record<string, string>>) => {
  const known = new Set<string>();
  const {address, asked} = await standInKibana(t, ({method, path}) => {
    const [, id] = /^\/api\/actions\/connector\/(.+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const connector_type_id = types[decodeURIComponent(id)];
      return connector_type_id ? {status: 200, body: {connector_type_id}} : {status: 404};
    }
    if (method === 'PUT' && !known.has(path)) return {status: 404};
    known.add(path);
    return {status: 200};
  });
  const put = (...connectors: readonly string[]) =>
    putRules({...target, kibanaUrl: address}, connectors);
  return {asked, put};
};

test('rules are created, and replaced in place by the next run', async t => {
  const {asked, put} = await kibanaWith(t, {log: '.server-log'});
  const outcomes = async () => (await put('log')).map(({outcome}) => outcome);
  t.deepEqual(await outcomes(), ['created', 'created']);
  t.deepEqual(await outcomes(), ['updated', 'updated']);
  const path = '/api/alerting/rule/vehicle-data-build-failed';
  const [failed] = rulesOf('');
  const [, replaced, created, , , , again] = asked;
  t.like(created, {method: 'POST', path});
  t.like(created?.body, {
    rule_type_id: '.es-query',
    consumer: 'stackAlerts',
    name: failed?.name,
    schedule: {interval: '5m'},
    params: failed?.params,
  });
  t.like(again, {method: 'PUT', path});
  // Kibana rejects an update with what only creates.
  t.deepEqual(Object.keys(again?.body ?? {}), ['name', 'schedule', 'params', 'actions']);
  t.deepEqual(again?.body, replaced?.body);
});

test('each connector tells of each rule in the way of its type', async t => {
  const types = {
    index: '.index',
    log: '.server-log',
    pager: '.pagerduty',
    slack: '.slack',
    teams: '.teams',
    'web hook': '.webhook',
  };
  const {asked, put} = await kibanaWith(t, types);
  await put(...Object.keys(types));
  const {body} = asked.findLast(({method}) => method === 'POST') ?? {};
  const {actions} = body as {readonly actions: readonly object[]};
  const message = rulesOf('').at(-1)?.message;
  const params = {
    index: {documents: [{'@timestamp': '{{date}}', rule: '{{rule.name}}', message}]},
    log: {level: 'error', message},
    pager: {
      eventAction: 'trigger',
      severity: 'critical',
      summary: '{{rule.name}}',
      dedupKey: '{{rule.id}}',
      customDetails: {message},
    },
    slack: {message},
    teams: {message},
    'web hook': {body: JSON.stringify({text: message})},
  };
  const frequency = {summary: false, notify_when: 'onThrottleInterval', throttle: '1d'};
  t.deepEqual(
    actions,
    Object.entries(params).map(([id, each]) => ({
      id,
      group: 'query matched',
      params: each,
      frequency,
    })),
  );
});

test('without connectors nothing is asked', async t => {
  const {asked, put} = await kibanaWith(t, {});
  t.deepEqual(await put(), []);
  t.deepEqual(asked, []);
});

test('connectors that are not there or need more than a message leave every rule as it was', async t => {
  const {asked, put} = await kibanaWith(t, {log: '.server-log', mail: '.email'});
  await t.throwsAsync(put('log', 'nowhere'), {
    instanceOf: OperationalError,
    message: /no connector "nowhere".*KIBANA_CONNECTORS/,
  });
  await t.throwsAsync(put('log', 'mail'), {
    instanceOf: OperationalError,
    message: /"mail" of KIBANA_CONNECTORS is of type \.email\. Alerts can use \.index, /,
  });
  t.true(asked.every(({method}) => method === 'GET'));
});

const says = test.macro({
  title: (given, request: string, {status}: {readonly status: number}, message: RegExp) =>
    given ?? `a ${status} for ${request} is told as ${message}`,
  async exec(
    t,
    request: string,
    answer: {readonly status: number; readonly body: object | string},
    message: RegExp,
    kind: typeof TryLater | typeof OperationalError = OperationalError,
  ) {
    const headers = {location: 'http://127.0.0.1:1/login'};
    const kibana = await standInKibana(t, ({method, path}) => {
      if (`${method} ${path}`.startsWith(request)) return {...answer, headers};
      return {status: method === 'PUT' ? 404 : 200, body: {connector_type_id: '.server-log'}};
    });
    const auth = {apiKey: 'c2VjcmV0'};
    const all = {...target, auth, kibanaUrl: kibana.address};
    const put = request === aDashboard ? putDashboard(all) : putRules(all, ['log']);
    const error = await t.throwsAsync<Error>(put, {instanceOf: kind, message});
    t.false(error.message.includes(auth.apiKey));
  },
});

const aDashboard = 'PUT /api/dashboards/';
const invalid = {message: '[request body.panels.0.config.type]: expected value to equal [xy]'};
const conflict = {message: 'conflict'};
const proxy = '<html>a proxy</html>';
test(says, aDashboard, {status: 302, body: ''}, /redirects to http:\S+\/login \(302\)\. Write/);
test(says, aDashboard, {status: 200, body: proxy}, /KIBANA_URL is not Kibana/);
test(says, aDashboard, {status: 400, body: invalid}, /9\.5\. Kibana says: \[request/);
test(says, aDashboard, {status: 401, body: {}}, /ELASTICSEARCH_API_KEY/);
test(says, aDashboard, {status: 403, body: {message: 'no'}}, /privilege.*Kibana says: no/);
test(says, aDashboard, {status: 404, body: {}}, /needs Kibana 9\.5 or newer/);
test(says, aDashboard, {status: 409, body: conflict}, /another space \(409\).*KIBANA_URL.*conf/);
test(says, aDashboard, {status: 500, body: proxy}, /\(500\).*a proxy/);
test(says, aDashboard, {status: 503, body: 'Not ready yet'}, /not ready.*\(503\)/, TryLater);

const aConnector = 'GET /api/actions/connector/';
const aRule = 'PUT /api/alerting/rule/';
const aNewRule = 'POST /api/alerting/rule/';
const body = {message: 'Said'};
test(says, aConnector, {status: 200, body: '<html>Log in'}, /KIBANA_URL is not Kibana/);
test(says, aConnector, {status: 403, body}, /connectors.*"Read" for Actions and Connectors.*Said/);
test(says, aConnector, {status: 500, body}, /xpack\.encryptedSavedObjects\.encryptionKey/);
test(says, aConnector, {status: 503, body}, /not ready/, TryLater);
test(says, aRule, {status: 400, body}, /"Index build refused.*\(400\).*Said/);
test(says, aRule, {status: 403, body}, /"All" for Stack Rules.*Said/);
test(says, aNewRule, {status: 404, body}, /no API for the alert rule/);
test(says, aNewRule, {status: 409, body}, /the alert rule .* in another space \(409\)/);

const panel_config = {title: 'Builds by outcome', type: 'xy'};
const panels = [
  {message: 'color is not allowed', panel_type: 'vis', panel_config},
  {message: 'content is missing', panel_type: 'markdown', panel_config: {}},
];
const named = /No; panel "Builds by outcome": color is .+; panel "markdown": content is missing$/;
for (const member of ['panel_errors', 'panelErrors']) {
  const rejected = {status: 400, body: {message: 'No', [member]: panels}};
  test(`the panels are named that Kibana rejects in ${member}`, says, aDashboard, rejected, named);
}

const main = new URL('../../kibana/main.ts', import.meta.url);

const run = (env: Variables, ...args: readonly string[]) => runInProcess(main, env, args);

test('the script puts the dashboard of its installation and says where it is', async t => {
  const kibana = await standInKibana(t, () => ({status: 200}));
  const env = {KIBANA_URL: kibana.address, INDEX_PREFIX: 'test-'};
  const address = `${kibana.address}/app/dashboards#/view/test-${id}`;
  const stdout = `Dashboard updated: ${address}\n`;
  t.deepEqual(await runAsProcess(main, env, []), {code: 0, stdout, stderr: ''});
  t.is(kibana.asked.length, 1);
  t.deepEqual<unknown, unknown>(kibana.asked[0]?.body, dashboardOf('test-').payload);
  const json = await run(env, '--json');
  const outcome = 'updated';
  t.deepEqual(JSON.parse(json.stdout), {id: `test-${id}`, outcome, address, rules: []});
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

test('the script ends with 75 while Kibana is away, with 2 for wrong usage', async t => {
  const away = await run({KIBANA_URL: `http://127.0.0.1:${await freePort()}`});
  const wrong = await run({KIBANA_URL: 'kibana'});
  const unknown = await run({}, '--nonsense');
  t.deepEqual([away.code, wrong.code, unknown.code], [75, 2, 2]);
  t.regex(away.stderr, /^Kibana does not answer at KIBANA_URL\..*\n$/);
});
