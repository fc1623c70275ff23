const lowerCase = /[a-zæøå]/g;

/**
 * Upper-cases the letters of the Danish alphabet and no other. `String.toUpperCase` would turn `ß`
 * into `SS` and the dotless `ı` into `I`, so that one text would be read as another's.
 */
export const upperCase = (text: string): string =>
  text.replace(lowerCase, letter => letter.toUpperCase());
