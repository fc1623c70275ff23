/** How comments and processing instructions begin (XML 1.0 §2.5, §2.6). */
const [comment, instruction] = ['<!--', '<?'];
const blanks = new Set(' \t\r\n');

/**
 * Tells where the white space, comments and processing instructions at a place in `text` end. Searching
 * it from every place takes time in proportion to its length, however many of them have no end.
 */
export const miscellaneousIn = (text: string): ((from: number) => number) => {
  const lastInstructionEnd = text.lastIndexOf('?>');

  /** The end of the one at `at`, or -1. */
  const endOfOne = (at: number): number => {
    if (blanks.has(text[at] ?? '')) return at + 1;
    if (text.startsWith(comment, at)) {
      // The next one begins with hyphens too: this never reads far beyond it.
      const hyphens = text.indexOf('--', at + comment.length);
      return hyphens !== -1 && text[hyphens + 2] === '>' ? hyphens + 3 : -1;
    }
    const isInstruction = text.startsWith(instruction, at) && at + 2 <= lastInstructionEnd;
    return isInstruction ? text.indexOf('?>', at + 2) + 2 : -1;
  };

  return from => {
    let at = from;
    for (let end = endOfOne(at); end !== -1; end = endOfOne(at)) at = end;
    return at;
  };
};
