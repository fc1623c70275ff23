import {Command} from 'commander';
import {runCommand} from '#core/command-line/run.ts';
import {readConfig} from './config.ts';
import {putDashboard} from './dashboard.ts';
import {putRules} from './rules.ts';

const program = new Command('kibana')
  .description(
    'Installs the index-build dashboard and its alert rules in the Kibana at KIBANA_URL.',
  )
  .option('--json', 'print the result as JSON')
  .exitOverride()
  .action(async ({json}: {readonly json?: true}) => {
    const {connectors, ...kibana} = readConfig();
    const put = await putDashboard(kibana);
    if (!json) console.log(`Dashboard ${put.outcome}: ${put.address}`);
    const rules = await putRules(kibana, connectors);
    if (json) console.log(JSON.stringify({...put, rules}));
    else for (const {name, outcome} of rules) console.log(`Alert rule ${outcome}: ${name}`);
  });

await runCommand(() => program.parseAsync());
