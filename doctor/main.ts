import {Command} from 'commander';
import {withRedis} from '#admin/with-stores.ts';
import {exitCodes} from '#core/command-line/errors.ts';
import {table} from '#core/command-line/figures.ts';
import {runCommand} from '#core/command-line/run.ts';
import {withEngine} from '#indexer/commands/shared.ts';
import {readConfig as readIndexer} from '#indexer/config.ts';
import {readConfig as readApi} from '#src/config.ts';
import {elasticsearchChecks} from './elasticsearch.ts';
import {findingsOf} from './finding.ts';
import {redisChecks} from './redis.ts';
import {apiChecks, exportChecks, extractChecks, folderChecks} from './surroundings.ts';

const examine = async () => {
  const [indexer, api] = [readIndexer(), readApi()];
  const found = await Promise.all([
    withEngine(
      engine => findingsOf(elasticsearchChecks(engine, indexer.indexing, api.environment)),
      indexer,
      10_000,
    ),
    findingsOf({
      redis: () => withRedis(redis => findingsOf(redisChecks(redis, api.environment)), api),
    }),
    findingsOf(folderChecks(indexer.indexing)),
    findingsOf(extractChecks(indexer.indexing)),
    findingsOf(exportChecks(api)),
    findingsOf(apiChecks(api)),
  ]);
  return found.flat();
};

const program = new Command('doctor')
  .description('Checks what the API and the next import need. Changes nothing.')
  .option('--json', 'print the findings as JSON')
  .exitOverride()
  .action(async ({json}: {readonly json?: boolean}) => {
    const findings = await examine();
    const rows = findings.map(({level, check, found}) => [level, check, found]);
    console.log(json ? JSON.stringify({findings}) : table(['Level', 'Check', 'Found'], rows));
    if (findings.some(({level}) => level === 'bad')) process.exitCode = exitCodes.tryLater;
  });

await runCommand(() => program.parseAsync());
