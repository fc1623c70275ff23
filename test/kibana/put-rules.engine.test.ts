import test, {type ExecutionContext} from 'ava';
import {OperationalError, TryLater} from '#core/command-line/errors.ts';
import {putRules, rulesOf} from '#kibana/rules.ts';
import {standInKibana} from '../helpers/fakes/kibana.ts';

const target = {auth: undefined, prefix: '', publicUrl: undefined, runbookUrl: undefined};

const [failed, nothingPromoted] = rulesOf('');

/** A Kibana with connectors of these types by their ids, that remembers rules. */
const kibanaWith = (t: ExecutionContext, types: Readonly<Record<string, string>>) => {
  const known = new Set<string>();
  return standInKibana(t, ({method, path}) => {
    const [, id] = /^\/api\/actions\/connector\/(.+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const connector_type_id = types[decodeURIComponent(id)];
      return connector_type_id ? {status: 200, body: {connector_type_id}} : {status: 404};
    }
    if (method === 'PUT' && !known.has(path)) return {status: 404};
    known.add(path);
    return {status: 200};
  });
};

test('rules are created, and replaced in place by the next run', async t => {
  const kibana = await kibanaWith(t, {log: '.server-log'});
  const put = () => putRules({...target, kibanaUrl: kibana.address}, ['log']);
  const outcomes = async () => (await put()).map(({outcome}) => outcome);
  t.deepEqual(await outcomes(), ['created', 'created']);
  t.deepEqual(await outcomes(), ['updated', 'updated']);
  const path = '/api/alerting/rule/vehicle-data-build-failed';
  const [, replaced, created, , , , again] = kibana.asked;
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
  const kibana = await kibanaWith(t, types);
  const connectors = Object.keys(types);
  await putRules({...target, kibanaUrl: kibana.address}, connectors);
  const {body} = kibana.asked.findLast(({method}) => method === 'POST') ?? {};
  const {actions} = body as {readonly actions: readonly object[]};
  const message = nothingPromoted?.message;
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

test('a page that is no connector is refused, not taken for one', async t => {
  const kibana = await standInKibana(t, () => ({status: 200, body: '<html>Log in</html>'}));
  await t.throwsAsync(putRules({...target, kibanaUrl: kibana.address}, ['log']), {
    instanceOf: OperationalError,
    message: /connectors.*\(200\).*Log in/,
  });
});

test('without connectors nothing is asked', async t => {
  const kibana = await kibanaWith(t, {});
  t.deepEqual(await putRules({...target, kibanaUrl: kibana.address}, []), []);
  t.deepEqual(kibana.asked, []);
});

test('connectors that are not there or need more than a message leave every rule as it was', async t => {
  const kibana = await kibanaWith(t, {log: '.server-log', mail: '.email'});
  const put = (...connectors: readonly string[]) =>
    putRules({...target, kibanaUrl: kibana.address}, connectors);
  await t.throwsAsync(put('log', 'nowhere'), {
    instanceOf: OperationalError,
    message: /no connector "nowhere".*KIBANA_CONNECTORS/,
  });
  await t.throwsAsync(put('log', 'mail'), {
    instanceOf: OperationalError,
    message: /"mail" of KIBANA_CONNECTORS is of type \.email\. Alerts can use \.index, /,
  });
  t.true(kibana.asked.every(({method}) => method === 'GET'));
});

const says = test.macro({
  title: (_, method: string, status: number) => `a ${status} for a ${method} is told as what to do`,
  async exec(
    t,
    method: string,
    status: number,
    kind: typeof TryLater | typeof OperationalError,
    message: RegExp,
  ) {
    const kibana = await standInKibana(t, asked => {
      if (asked.method === method) return {status, body: {message: 'Said by Kibana'}};
      const isUnknown = asked.method === 'PUT';
      return {status: isUnknown ? 404 : 200, body: {connector_type_id: '.server-log'}};
    });
    const kibanaUrl = kibana.address;
    await t.throwsAsync(putRules({...target, kibanaUrl}, ['log']), {
      instanceOf: kind,
      message,
    });
  },
});

test(says, 'GET', 403, OperationalError, /connectors.*"Read" for Actions and Connectors.*Said by/);
test(says, 'GET', 500, OperationalError, /xpack\.encryptedSavedObjects\.encryptionKey/);
test(says, 'GET', 503, TryLater, /not ready/);
test(says, 'PUT', 400, OperationalError, /"Index build refused.*\(400\).*Said by Kibana/);
test(says, 'PUT', 403, OperationalError, /"All" for Stack Rules.*Said by Kibana/);
test(says, 'POST', 404, OperationalError, /no API for the alert rule/);
test(says, 'POST', 409, OperationalError, /the alert rule .* in another space \(409\)/);
