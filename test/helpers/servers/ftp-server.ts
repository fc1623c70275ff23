import {once} from 'node:events';
import {createServer, type Socket} from 'node:net';
import {createInterface} from 'node:readline';
import type {Scope} from '../scope.ts';
import {drip} from './drip.ts';
import {onLoopback} from './on-loopback.ts';

/** How a transfer ends. */
export type End =
  /** The server confirms the transfer. */
  | 'done'
  /** It reports the transfer as aborted. */
  | 'aborted'
  /** The control connection breaks. */
  | 'gone'
  /** Both connections stay open, and nothing more is sent. */
  | 'silent'
  /** The rest is sent a byte at a time. */
  | 'drip';

/** The number of requested bytes that are sent, by default all, and how the transfer ends. */
export type Transfer = {readonly bytes?: number; readonly end?: End};

export type FtpFaults = {
  /** The only login accepted; by default any. */
  readonly login?: {readonly user: string; readonly password: string};
  /** The answer to SIZE, by default the size of the file. */
  readonly sizeOf?: (size: number) => number | 'unknown command';
  readonly restart?: 'refused';
  /** Called for each transfer with the number of transfers before it. */
  readonly transfer?: (before: number) => Transfer | Promise<Transfer>;
  /** A command that is never answered. */
  readonly silentAt?: string;
  /** Lines that answer a command in place of its usual effect. */
  readonly answers?: Readonly<Record<string, string>>;
};

type StoredFile = {content: Uint8Array; modified: string};

export type FtpFiles = Readonly<Record<string, Uint8Array>>;

/**
 * A server with the part of FTP (RFC 959, 2428, 3659) that a download needs, and with the faults of
 * real servers on demand. Files are in the folder `extracts`.
 */
export const ftpServer = async (t: Scope, files: FtpFiles, faults: FtpFaults = {}) => {
  const stored = new Map<string, StoredFile>();
  const put = (name: string, content: Uint8Array, modified = '20261115031500') =>
    stored.set(name, {content, modified});
  for (const [name, content] of Object.entries(files)) put(name, content);
  const transfers: {readonly name: string; readonly from: number}[] = [];
  const commands: string[] = [];

  const serve = async (control: Socket): Promise<void> => {
    const say = (line: string) => control.write(`${line}\r\n`);
    let [user, folder, from] = ['', '', 0];
    let passive: {readonly port: number; readonly data: Promise<Socket>} | undefined;

    const listen = async () => {
      const server = createServer();
      const port = await onLoopback(t, server);
      const data = once(server, 'connection').then(([socket]) => {
        // The client can close it at any time.
        socket.on('error', () => {});
        server.close();
        return socket as Socket;
      });
      passive = {port, data};
      return port;
    };

    const send = async (content: Uint8Array, {bytes, end = 'done'}: Transfer) => {
      const data = await passive?.data;
      if (data === undefined) return say('425 Use EPSV or PASV first.');
      say('150 Opening data connection.');
      const part = content.subarray(0, bytes ?? content.length);
      if (end === 'silent') return data.write(part);
      if (end === 'drip') return drip(data, content, part.length);
      data.end(part);
      // It closes once the client has read everything.
      data.resume();
      await once(data, 'close');
      if (end === 'gone') return control.destroy();
      return say(end === 'done' ? '226 Done.' : '426 Aborted.');
    };

    const fileAt = (path: string): StoredFile | undefined => {
      const [name = '', parent = folder] = path.split('/').toReversed();
      return parent === 'extracts' ? stored.get(name) : undefined;
    };

    const withFile = (path: string, use: (file: StoredFile) => unknown) => {
      const file = fileAt(path);
      return file === undefined ? say('550 No such file.') : use(file);
    };

    const replies: Readonly<Record<string, (argument: string) => unknown>> = {
      USER: argument => {
        user = argument;
        return say('331 Password required.');
      },
      PASS: password => {
        const {login} = faults;
        const isKnown = !login || (login.user === user && login.password === password);
        return say(isKnown ? '230 Logged in.' : `530 ${user} cannot log in.`);
      },
      FEAT: () => say('211-Features\r\n EPSV\r\n MDTM\r\n REST STREAM\r\n SIZE\r\n211 End'),
      TYPE: () => say('200 Binary.'),
      STRU: () => say('200 File structure.'),
      PWD: () => say(`257 "/${folder}" is current.`),
      CWD: path => {
        const name = path.replace(/^\/|\/$/g, '');
        if (name !== 'extracts') return say('550 No such folder.');
        folder = name;
        return say('250 Folder changed.');
      },
      EPSV: async () => say(`229 Extended passive (|||${await listen()}|)`),
      LIST: () => {
        const line = (name: string, {content}: StoredFile) =>
          `-rw-r--r-- 1 ftp ftp ${content.length} Nov 15 03:15 ${name}\r\n`;
        const other = 'drwxr-xr-x 2 ftp ftp 4096 Nov 15 03:15 old\r\n';
        const lines = folder === '' ? [] : [other, ...stored.entries().map(([n, f]) => line(n, f))];
        return send(Buffer.from(lines.join('')), {});
      },
      SIZE: path =>
        withFile(path, ({content}) => {
          const size = faults.sizeOf?.(content.length) ?? content.length;
          return say(size === 'unknown command' ? '502 SIZE not implemented.' : `213 ${size}`);
        }),
      MDTM: path => withFile(path, ({modified}) => say(`213 ${modified}`)),
      REST: argument => {
        if (faults.restart === 'refused') return say('502 REST not implemented.');
        from = Number(argument);
        return say(`350 Restarting at ${from}.`);
      },
      RETR: path =>
        withFile(path, async ({content}) => {
          const before = transfers.push({name: path, from}) - 1;
          const rest = content.subarray(from);
          from = 0;
          await send(rest, (await faults.transfer?.(before)) ?? {});
        }),
    };

    control.on('error', () => {});
    say('220 Welcome.');
    // It repeats the errors of its input, even when nothing reads from it any longer.
    const lines = createInterface({input: control}).on('error', () => {});
    for await (const line of lines) {
      const [, name = '', argument = ''] = /^(\w+) ?(.*)$/.exec(line) ?? [];
      commands.push(line);
      if (name === faults.silentAt) continue;
      const answer = faults.answers?.[name];
      if (answer !== undefined) say(answer);
      else await (replies[name] ?? (() => say('502 Not implemented.')))(argument);
    }
  };

  const server = createServer(control => {
    // Connections can outlive their test.
    serve(control).catch(() => {});
  });
  const port = await onLoopback(t, server);
  return {
    host: `127.0.0.1:${port}`,
    url: `ftp://127.0.0.1:${port}/extracts/`,
    put,
    transfers,
    /** The offsets in their files at which the transfers began. */
    starts: () => transfers.map(({from}) => from),
    commands,
  };
};
