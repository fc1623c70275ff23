/** The alias a build writes through: writes end with it, and cannot create an index that is gone. */
export const writeAlias = (index: string): string => `${index}-build`;
