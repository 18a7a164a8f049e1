import { accessSeeds } from './access-seeds.ts';
import { generatedSeeds } from './generated-seeds.ts';
import { limitSeeds } from './limit-seeds.ts';
import { sandboxSeeds } from './sandbox-seeds.ts';
import type { Seed } from './seed.ts';
import { stateSeeds } from './state-seeds.ts';
import { wireSeeds } from './wire-seeds.ts';

/** All seeds, by the part of the contract that they change. */
export const parts: readonly { readonly part: string; readonly seeds: readonly Seed[] }[] = [
  { part: 'the wire', seeds: wireSeeds },
  { part: 'generated code', seeds: generatedSeeds },
  { part: 'errors, operations and access', seeds: accessSeeds },
  { part: 'limits, idempotency and deliveries', seeds: limitSeeds },
  { part: 'the sandbox', seeds: sandboxSeeds },
  { part: 'the booking states', seeds: stateSeeds },
];
