import type {Bulkhead} from './bulkhead.ts';

/** A bulkhead of the work of accounts. */
export type AccountsBulkhead = (accountId: string) => Bulkhead;

/**
 * Lets work of accounts take turns: each account's own bulkhead, which `own` makes, lets one piece of it wait
 * for a place among all, so that places go round between accounts, however much one of them wants.
 */
export const byAccount = (places: Bulkhead, own: () => Bulkhead): AccountsBulkhead => {
  const accounts = new Map<string, {readonly bulkhead: Bulkhead; users: number}>();

  return accountId => async (signal, work) => {
    const account = accounts.get(accountId) ?? {bulkhead: own(), users: 0};
    accounts.set(accountId, account);
    account.users += 1;
    try {
      return await account.bulkhead(signal, () => places(signal, work));
    } finally {
      account.users -= 1;
      if (account.users === 0) accounts.delete(accountId);
    }
  };
};
