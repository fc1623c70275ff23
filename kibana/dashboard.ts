import {readFileSync} from 'node:fs';
import {buildLogPattern} from '#mappings/build-event.ts';
import {askKibana, errorFor, type Kibana, kibanaId} from './ask-kibana.ts';

const template = readFileSync(new URL('index-builds.json', import.meta.url), 'utf8');

type Panel = {readonly id: string; readonly type: string; readonly config: object};
type Payload = {readonly title: string; readonly panels: readonly Panel[]};

/** Angle brackets let a Markdown link have any URL. */
const runbookLink = (url: string): string =>
  `[Runbook](<${new URL(url).href}>): what each panel shows, and what to do.`;

const withRunbook = (panel: Panel, url: string | undefined): Panel =>
  panel.id === 'runbook' && url !== undefined
    ? {...panel, config: {...panel.config, content: runbookLink(url)}}
    : panel;

/** The dashboard of one installation: over its own build log, with its own id and title. */
export const dashboardOf = (prefix: string, runbookUrl?: string) => {
  const own = template.replaceAll(buildLogPattern(''), buildLogPattern(prefix));
  const payload: Payload = JSON.parse(own);
  const title = prefix === '' ? payload.title : `${payload.title} (${prefix})`;
  const panels = payload.panels.map(panel => withRunbook(panel, runbookUrl));
  return {id: kibanaId(prefix, 'vehicle-data-index-builds'), payload: {...payload, title, panels}};
};

const given = {name: 'the dashboard', privileges: 'the privilege "All" for dashboards'};

/**
 * Creates or replaces the dashboard of this installation. Throws `TryLater`, `OperationalError`, or
 * `ConfigurationError` for a URL with credentials.
 */
export const putDashboard = async (kibana: Kibana) => {
  const {id, payload} = dashboardOf(kibana.prefix, kibana.runbookUrl);
  const answer = await askKibana(kibana, 'PUT', `/api/dashboards/${id}`, payload);
  if (answer.status !== 200 && answer.status !== 201) throw errorFor(given, answer);
  return {
    id,
    outcome: answer.status === 201 ? 'created' : 'updated',
    address: `${kibana.publicUrl ?? kibana.kibanaUrl}/app/dashboards#/view/${id}`,
  } as const;
};
