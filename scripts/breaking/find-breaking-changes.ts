import type { BundledContract } from '../contract/bundled-contract.ts';
import { findBehaviorChanges } from './find-behavior-changes.ts';
import { findGeneratedChanges } from './find-generated-changes.ts';
import { findTransitionChanges } from './find-transition-changes.ts';
import { findWireChanges } from './find-wire-changes.ts';
import type { Finding } from './finding.ts';

/** Returns every change that could break a caller or a receiver written for the base. */
export async function findBreakingChanges(base: BundledContract, revision: BundledContract): Promise<Finding[]> {
  return [
    ...(await findWireChanges(base, revision)),
    ...findGeneratedChanges(base, revision),
    ...findBehaviorChanges(base, revision),
    ...findTransitionChanges(base, revision),
  ];
}
