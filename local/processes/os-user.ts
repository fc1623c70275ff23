import {chown, readFile, stat} from 'node:fs/promises';
import {execa} from 'execa';

/** The user and group that a program runs as when the current user is root. */
export type OsUser = {readonly uid: number; readonly gid: number};

/** Reads `nobody` from /etc/passwd, whose lines are `name:password:uid:gid:…`. */
export const nobodyIn = (passwd: string): OsUser => {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  // The convention of Linux distributions, in case the file has no such line.
  return {uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534)};
};

/**
 * The user for programs started from a checkout: its owner, or `nobody` when root owns it.
 * Undefined when the current user is not root.
 */
export const userFor = async (checkout: string): Promise<OsUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const {uid, gid} = await stat(checkout);
  return uid === 0 ? nobodyIn(await readFile('/etc/passwd', 'utf8')) : {uid, gid};
};

/** Whether a user may enter a folder, or run a file, and so enter every folder above it. */
export const canReach = async (user: OsUser | undefined, path: string): Promise<boolean> =>
  user === undefined || !(await execa('test', ['-x', path], {...user, reject: false})).failed;

/** Changes the owner of files that root created, not recursively. */
export const chownTo = async (user: OsUser | undefined, ...paths: readonly string[]) => {
  if (user === undefined) return;
  await Promise.all(paths.map(path => chown(path, user.uid, user.gid)));
};
