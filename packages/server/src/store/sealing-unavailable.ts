import type { Sealing } from './sealing.ts';
import { StoreError } from './store-error.ts';

/** Stands where no sealing key was given: whatever needs one is refused. */
export const sealingUnavailable: Sealing = {
  seal() {
    throw new StoreError('A signing secret cannot be sealed here: the store was opened without a sealing key.');
  },
  digest() {
    throw new StoreError('Nothing can be digested here: the store was opened without a sealing key.');
  },
  open() {
    throw new StoreError('A signing secret cannot be opened here: the store was opened without a sealing key.');
  },
};
