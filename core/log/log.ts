import {type DestinationStream, type Logger, pino, stdTimeFunctions} from 'pino';
import {faultLog} from './fault-log.ts';

/**
 * An error reduced to type, message and stack. The clients of the engines attach the whole request to
 * their errors, and with it plates, VINs and credentials.
 */
const described = (error: unknown): object =>
  error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        stack: error.stack,
        ...(error.cause !== undefined && {cause: described(error.cause)}),
      }
    : {type: typeof error, message: String(error)};

export const createLog = (level: string, output: DestinationStream = pino.destination(1)) => {
  const log: Logger = pino(
    {
      level,
      base: null,
      formatters: {level: label => ({level: label})},
      timestamp: stdTimeFunctions.isoTime,
      serializers: {err: described},
    },
    output,
  );
  return Object.assign(log, faultLog(log), {
    /** Logs a request like `info`, in a fifth of its time. */
    request: (line: object): void => {
      if (!log.isLevelEnabled('info')) return;
      const text = JSON.stringify({level: 'info', time: new Date(), ...line, msg: 'request'});
      output.write(`${text}\n`);
    },
  });
};

export type Log = ReturnType<typeof createLog>;
