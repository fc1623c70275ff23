import {Command, CommanderError} from 'commander';
import {ConfigurationError, readConfig} from '#core/config/config.ts';
import {KibanaAway, KibanaRefused, putDashboard} from './put-dashboard.ts';

const [refused, wrongUsage, tryLater] = [1, 2, 75];

/** Says what went wrong where that is not said yet, and answers with the exit code. */
const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  const isExplained =
    error instanceof ConfigurationError ||
    error instanceof KibanaAway ||
    error instanceof KibanaRefused;
  console.error(isExplained ? error.message : error);
  if (error instanceof ConfigurationError) return wrongUsage;
  return error instanceof KibanaAway ? tryLater : refused;
};

const program = new Command('kibana')
  .description('Puts the dashboard of the index builds into the Kibana at KIBANA_URL.')
  .option('--json', 'print what was put as JSON', false)
  .exitOverride()
  .action(async ({json}: {readonly json: boolean}) => {
    const {elasticsearch, indexing, indexPrefix} = readConfig();
    const put = await putDashboard({
      kibanaUrl: indexing.kibanaUrl,
      auth: elasticsearch.auth,
      prefix: indexPrefix,
    });
    console.log(json ? JSON.stringify(put) : `The dashboard is ${put.outcome}: ${put.address}`);
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
