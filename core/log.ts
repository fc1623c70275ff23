import {type DestinationStream, type Logger, pino} from 'pino';

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

/** The log: one JSON object per line, on standard output by default. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({level, base: null, serializers: {err: described}}, destination);
