import type {Account} from './account.ts';

/** How to start a program. Without an account it runs as whoever runs us. */
export type Launch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly account?: Account | undefined;
};

/** A program that runs beside us, in a process group of its own, until it is stopped. */
export type Service = {
  readonly name: string;
  /** On 127.0.0.1. */
  readonly port: number;
  /** The environment variable that moves it to another port. */
  readonly portVariable: string;
  /** Holds its pid file, log and data. It is part of the command line, which proves a process ours. */
  readonly folder: string;
  readonly address: string;
  readonly isHealthy: () => Promise<boolean>;
  /** Makes ready what a start needs, and says how to start. */
  readonly prepare: () => Promise<Launch>;
};

export const pidFile = ({folder, name}: Service): string => `${folder}/${name}.pid`;
export const logFile = ({folder, name}: Service): string => `${folder}/${name}.log`;

/** Prints one line about what is being done. */
export type Say = (line: string) => void;

/** Something that is not ours to repair: its message is printed as it is, without a stack. */
export class Unable extends Error {
  override readonly name: string = 'Unable';
}

/** A command line that says nothing we know. */
export class WrongUsage extends Unable {
  override readonly name = 'WrongUsage';
}
