import {createServer} from 'node:http';
import {Redis} from 'ioredis';
import Koa from 'koa';

/*
 * The least that an API on Koa can cost: it answers with as many bytes as the path says, `/redis/1300`
 * after one GET of Redis. A process of its own, on `PORT`, with the Redis at `REDIS_URL`.
 */

const {PORT: port, REDIS_URL: redisUrl = ''} = process.env;
const redis = new Redis(redisUrl);
/** Longer than any answer. */
const text = 'x'.repeat(10_000_000);

const app = new Koa();
app.use(async ctx => {
  if (ctx.path.startsWith('/redis')) await redis.get('nothing');
  ctx.type = 'application/json';
  ctx.body = text.slice(0, Number(/\d+/.exec(ctx.path)));
});
createServer(app.callback()).listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
