import { createSealing, type Sealing } from '../store/sealing.ts';

/** Seals with the same key in every test, so that a test can reopen a folder. */
export const testSealing: Sealing = createSealing(new Uint8Array(32).fill(7));
