import { createSealing, type Sealing } from '../store/sealing.ts';

/** Seals with the same key in every test, so that a folder can be opened again. */
export const testSealing: Sealing = createSealing(new Uint8Array(32).fill(7));
