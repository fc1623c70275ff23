import {ConfigurationError} from '#core/config/config.ts';

/** A part of `EXTRACT_URL` without its percent-encoding. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new ConfigurationError(
      'EXTRACT_URL has a % that begins no code. Write a % in a user, password or path as %25.',
      {cause},
    );
  }
};
