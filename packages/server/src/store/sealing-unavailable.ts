import type { Sealing } from './sealing.ts';
import { StoreError } from './store-error.ts';

/** The sealing of a store that was opened without a key: every method throws. */
export const sealingUnavailable: Sealing = {
  key_id: 'none',
  other_key_ids: [],
  keyIdOf() {
    throw new StoreError('The key of a secret cannot be named: the store was opened without a sealing key.');
  },
  otherDigests() {
    throw new StoreError('The destination cannot be digested: the store was opened without a sealing key.');
  },
  seal() {
    throw new StoreError('The signing secret cannot be sealed: the store was opened without a sealing key.');
  },
  digest() {
    throw new StoreError('The destination cannot be digested: the store was opened without a sealing key.');
  },
  open() {
    throw new StoreError('The signing secret cannot be opened: the store was opened without a sealing key.');
  },
};
