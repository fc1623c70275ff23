/** What a developer who was answered with a problem wants to know. */
export type Advice = {
  readonly happened: string;
  /** What to do about it, the most likely first. */
  readonly remedies: readonly string[];
  /** Whether to send the same request again. */
  readonly retry: string;
};

/** The contract's rules for trying again, each as the answer to "Should I?". */
export const retries = {
  never: 'No. The same request gets the same answer.',
  afterImport: 'No. The same request gets the same answer until the next import, which is weekly.',
  afterWaiting: 'Yes, after as many seconds as the `Retry-After` header says.',
  backingOff: 'Yes. Wait 1, then 2, then 4 seconds, and stop after three tries.',
} as const;
