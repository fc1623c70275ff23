import {createServer} from 'node:http';
import {Redis} from 'ioredis';
import Koa from 'koa';

/*
 * What an API could cost at least: Koa alone, answering as many bytes as a vehicle has, and Koa after
 * one GET of Redis. A process of its own, on the port that its first argument names.
 */

const [port = '0', redisUrl] = process.argv.slice(2);
const redis = redisUrl === undefined ? undefined : new Redis(redisUrl);
const body = JSON.stringify({vehicle: 'x'.repeat(1300)});

const app = new Koa();
app.use(async ctx => {
  await redis?.get('nothing');
  ctx.type = 'application/json';
  ctx.body = body;
});
const server = createServer(app.callback());
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  redis?.disconnect();
});
