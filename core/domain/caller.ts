/** Who is calling: the key that was presented, by its id and its hash, and the account that owns it. */
export type Caller = {
  readonly keyId: string;
  readonly accountId: string;
  /** SHA-256 of the key in hexadecimal. */
  readonly keyHash: string;
};
