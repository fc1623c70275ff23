import {type Command, InvalidArgumentError} from 'commander';
import {UsageError} from './errors.ts';
import {digits} from './figures.ts';

/** Control characters, line ends, direction marks, and whatever else a reader does not see. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]/u;

/**
 * Trims text that is shown again later, such as a name or a reason. It must not be blank, nor hold a
 * character that is not seen: a direction mark makes the rest of a line read as something else.
 */
export const oneLine = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '') throw new InvalidArgumentError('It must not be blank.');
  const code = unseen.exec(trimmed)?.[0].codePointAt(0);
  if (code === undefined) return trimmed;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  throw new InvalidArgumentError(
    `It contains ${name}. It must be text on one line without control characters, direction marks ` +
      'and other invisible characters.',
  );
};

/** Reads a whole number within bounds, which its error names. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const [from, to] = [least, most].map(digits);
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };

/** Settings that people keep for npm itself; without them, a command does nothing that was not asked for. */
const settingsOfNpm = ['json', 'yes', 'force'];

/**
 * Refuses options that npm took for its own because no `--` is before them, of which only variables are left:
 * `npm run indexer import … --dry-run` would import.
 *
 * @throws {UsageError}
 */
export const requireOptions = (command: Command): void => {
  const taken = command.options.find(option => {
    const name = option.name().replace(/^no-/, '');
    const variable = `npm_config_${name.replaceAll('-', '_')}`;
    const isGiven = command.getOptionValueSource(option.attributeName()) === 'cli';
    return !isGiven && !settingsOfNpm.includes(name) && process.env[variable] !== undefined;
  });
  if (!taken) return;
  const script = process.env['npm_lifecycle_event'] ?? 'indexer';
  throw new UsageError(
    `npm took ${taken.long} for an option of its own. Put -- before the command: npm run ${script} -- …`,
  );
};
