/** A record that is not served, and why. Holds nothing of its content but the ident. */
export type Reject = {
  /** Where in the extract it lies. */
  readonly ordinal: number;
  readonly reason: string;
  /** What is wrong in the syntax. */
  readonly detail?: string | undefined;
  /** The register's own key of its vehicle, where that could be found. */
  readonly ident?: string | undefined;
};
