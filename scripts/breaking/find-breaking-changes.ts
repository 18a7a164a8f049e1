import type { Contract } from './contract.ts';
import { findBehaviorChanges } from './find-behavior-changes.ts';
import { findGeneratedChanges } from './find-generated-changes.ts';
import { findTransitionChanges } from './find-transition-changes.ts';
import { findWireChanges } from './find-wire-changes.ts';
import type { Finding } from './finding.ts';

/** Everything in the revision that could break a caller or a receiver written for the base. */
export async function findBreakingChanges(base: Contract, revision: Contract): Promise<Finding[]> {
  return [
    ...(await findWireChanges(base, revision)),
    ...findGeneratedChanges(base, revision),
    ...findBehaviorChanges(base, revision),
    ...findTransitionChanges(base, revision),
  ];
}
