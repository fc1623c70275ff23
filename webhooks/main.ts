import {setTimeout as wait} from 'node:timers/promises';
import {Command} from 'commander';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {runCommand} from '#core/command-line/run.ts';
import {createLog} from '#core/log/log.ts';
import {readConfig} from './config.ts';
import {poster} from './post.ts';
import {releasesAfter} from './releases.ts';
import {sender} from './sender.ts';

/** The interval between looks for a new release and for due deliveries. */
const everyMs = 1_000;

/** Sends until a stop signal, and then finishes the attempts under way. */
const send = async (): Promise<void> => {
  const config = readConfig();
  const {environment, indexPrefix, publicUrl} = config;
  const log = createLog('info');
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => stop.abort());
  const elasticsearch = createElasticsearchClient(config);
  const redis = createRedisClient(config, log, {commandTimeout: 5_000, socketTimeout: 6_000});
  const step = sender({
    redis,
    environment,
    releasesAfter: releasesAfter(elasticsearch, indexPrefix, publicUrl),
    post: poster(config),
    log,
  });
  log.info('The sender of webhooks has started.');
  try {
    while (!stop.signal.aborted) {
      // The client itself reports when it loses Redis, and when it has it back.
      if (redis.status === 'ready') await step();
      await wait(everyMs, undefined, {signal: stop.signal}).catch(() => {});
    }
  } finally {
    redis.disconnect();
    await elasticsearch.close();
    log.tellFaults();
  }
  log.info('Stopped.');
};

// Half of these threads look up names: by default only two, which receivers with silent name servers occupied.
process.env['UV_THREADPOOL_SIZE'] ??= '128';

const program = new Command('webhooks')
  .description('Notifies webhooks of each release until it is stopped.')
  .exitOverride()
  .action(send);

await runCommand(() => program.parseAsync());
