/** The exit codes of all commands. 65 and 75 are those of sysexits.h, which schedulers know. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  /** Wrong usage; nothing was done. */
  usage: 2,
  extractRefused: 65,
  tryLater: 75,
} as const;

/**
 * A failure that the operator can remedy. Its message says what failed and what to do, and is printed
 * without a stack.
 */
export class OperationalError extends Error {
  override readonly name: string = this.constructor.name;
  readonly exitCode: number = exitCodes.failure;
}

/** Arguments or settings that cannot be acted on. Nothing was done. */
export class UsageError extends OperationalError {
  override readonly exitCode = exitCodes.usage;
}

/** Nothing is wrong with the arguments or the extract; the same command may succeed later. */
export class TryLater extends OperationalError {
  override readonly exitCode = exitCodes.tryLater;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A file or folder may not be written, or something else has its name. Node's message names it. */
export const isUnwritable = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ELOOP', 'ERR_FS_EISDIR'].includes(codeOf(error));

/** A file or folder has no room. Node's message names it. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
