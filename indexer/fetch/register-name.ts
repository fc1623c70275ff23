/** The form that the register gives its files, whose order by name is their order in time. */
const form = /^ESStatistikListeModtag-\d{8}-\d{6}\.zip$/;

export const isRegisterName = (name: string): boolean => form.test(name);

/** Names of the register's form alone, the newest first. */
export const newestFirst = (names: readonly string[]): readonly string[] =>
  names.filter(isRegisterName).toSorted().toReversed();

export const newestName = (names: readonly string[]): string | undefined => newestFirst(names)[0];
