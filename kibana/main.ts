import {Command} from 'commander';
import {runCommand} from '#core/command-line/run.ts';
import {readConfig} from '#core/config/config.ts';
import {putDashboard} from './put-dashboard.ts';

const program = new Command('kibana')
  .description('Installs the index-build dashboard in the Kibana at KIBANA_URL.')
  .option('--json', 'print the result as JSON')
  .exitOverride()
  .action(async ({json}: {readonly json?: true}) => {
    const {elasticsearch, indexing, indexPrefix} = readConfig();
    const put = await putDashboard({
      kibanaUrl: indexing.kibanaUrl,
      auth: elasticsearch.auth,
      prefix: indexPrefix,
    });
    console.log(json ? JSON.stringify(put) : `Dashboard ${put.outcome}: ${put.address}`);
  });

await runCommand(() => program.parseAsync());
