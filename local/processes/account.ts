import {chown, readFile, realpath, stat} from 'node:fs/promises';
import {dirname} from 'node:path';

/** The user and group that a program runs as when the current user is root. */
export type Account = {readonly uid: number; readonly gid: number};

/** Reads `nobody` from /etc/passwd, whose lines are `name:password:uid:gid:…`. */
export const nobodyIn = (passwd: string): Account => {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  // The convention of Linux distributions, where the file has no such line.
  return {uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534)};
};

/**
 * The account for programs started from a checkout: its owner, or `nobody` when root owns it.
 * Undefined when the current user is not root.
 */
export const accountFor = async (checkout: string): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const {uid, gid} = await stat(checkout);
  return uid === 0 ? nobodyIn(await readFile('/etc/passwd', 'utf8')) : {uid, gid};
};

type Rights = {readonly uid: number; readonly gid: number; readonly mode: number};

/** Whether an account may enter a folder, or run a file, with these rights. */
export const mayEnter = (account: Account, {uid, gid, mode}: Rights): boolean => {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
};

/** Whether an account may enter a path and every folder above it. */
export const canReach = async (account: Account | undefined, path: string): Promise<boolean> => {
  if (account === undefined) return true;
  for (let at = await realpath(path); ; at = dirname(at)) {
    if (!mayEnter(account, await stat(at))) return false;
    if (at === dirname(at)) return true;
  }
};

/** Changes the owner of files that root created, not recursively. */
export const giveTo = async (account: Account | undefined, ...paths: readonly string[]) => {
  if (account === undefined) return;
  await Promise.all(paths.map(path => chown(path, account.uid, account.gid)));
};
