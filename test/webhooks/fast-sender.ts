/** A sender whose clock runs `SPEED` times as fast as that of the machine since `START`, until it is killed. */

import {setTimeout as wait} from 'node:timers/promises';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {createLog} from '#core/log/log.ts';
import {readConfig} from '#webhooks/config.ts';
import {poster} from '#webhooks/post.ts';
import {releasesAfter} from '#webhooks/releases.ts';
import {sender} from '#webhooks/sender.ts';

const {START, SPEED} = process.env;
const config = readConfig();
const log = createLog('info');
const redis = createRedisClient(config, log, {commandTimeout: 5_000, socketTimeout: 6_000});
const step = sender({
  redis,
  environment: 'live',
  releasesAfter: releasesAfter(
    createElasticsearchClient(config),
    config.indexPrefix,
    config.publicUrl,
  ),
  post: poster({allowsPrivateAddresses: true, timeoutMs: 120}),
  log,
  now: () => Math.floor(Number(START) + (Date.now() - Number(START)) * Number(SPEED)),
});
log.info('Started.');
for (;;) {
  if (redis.status === 'ready') await step();
  await wait(10);
}
