import {readFileSync} from 'node:fs';
import {buildLogPattern} from '#mappings/build-event.ts';
import {kibanaId} from './kibana-id.ts';

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
