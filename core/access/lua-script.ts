import {readFileSync} from 'node:fs';
import type {RedisClient} from './redis-client.ts';

type Argument = string | number;
type Call = (...args: readonly Argument[]) => Promise<unknown>;

/**
 * Makes the Lua file of this name, here beside its callers, callable on a connection. ioredis sends
 * its hash, and its text again where Redis has lost it (restart, failover, `SCRIPT FLUSH`).
 */
export const luaScript = (redis: RedisClient, name: string, numberOfKeys: number) => {
  const lua = readFileSync(new URL(`${name}.lua`, import.meta.url), 'utf8');
  redis.defineCommand(name, {lua, numberOfKeys});
  const commands = redis as unknown as Readonly<Record<string, Call>>;
  return (keys: readonly string[], args: readonly Argument[]): Promise<unknown> => {
    const call = commands[name];
    if (call === undefined) throw new Error(`The script ${name} is not defined.`);
    return call.apply(redis, [...keys, ...args]);
  };
};
