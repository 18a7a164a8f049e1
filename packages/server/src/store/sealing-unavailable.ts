import type { Sealing } from './sealing.ts';
import { StoreError } from './store-error.ts';

/** The sealing of a store that was opened without a key: every method throws. */
export const sealingUnavailable: Sealing = {
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
