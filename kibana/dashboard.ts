import {readFileSync} from 'node:fs';
import {buildLogPattern} from '#mappings/build-event.ts';

const template = readFileSync(new URL('index-builds.json', import.meta.url), 'utf8');

/** The dashboard of one installation: over its own build log, with its own id and title. */
export const dashboardOf = (prefix: string) => {
  const own = template.replaceAll(buildLogPattern(''), buildLogPattern(prefix));
  const payload: {readonly title: string; readonly panels: readonly object[]} = JSON.parse(own);
  const title = prefix === '' ? payload.title : `${payload.title} (${prefix})`;
  return {id: `${prefix}vehicle-data-index-builds`, payload: {...payload, title}};
};
