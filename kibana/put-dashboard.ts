import {askKibana, type Kibana} from './ask-kibana.ts';
import {dashboardOf} from './dashboard.ts';
import {errorFor} from './kibana-errors.ts';

const given = {name: 'the dashboard', privileges: 'the privilege "All" for dashboards'};

type Target = Kibana & {
  /** Where browsers reach it, if that is another URL. */
  readonly publicUrl?: string;
  readonly prefix: string;
  readonly runbookUrl?: string | undefined;
};

/**
 * Creates or replaces the dashboard of this installation. Throws `KibanaUnavailable`,
 * `KibanaRefused`, or `ConfigurationError` for a URL with credentials.
 */
export const putDashboard = async ({
  kibanaUrl,
  publicUrl = kibanaUrl,
  auth,
  prefix,
  runbookUrl,
}: Target) => {
  const {id, payload} = dashboardOf(prefix, runbookUrl);
  const answer = await askKibana({kibanaUrl, auth}, 'PUT', `/api/dashboards/${id}`, payload);
  if (answer.status !== 200 && answer.status !== 201) throw errorFor(given, answer);
  return {
    id,
    outcome: answer.status === 201 ? 'created' : 'updated',
    address: `${publicUrl}/app/dashboards#/view/${id}`,
  } as const;
};
