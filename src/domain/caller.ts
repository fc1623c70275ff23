/** Who is calling: the key that was presented, by its id, and the account that owns it. */
export type Caller = {readonly keyId: string; readonly accountId: string};
