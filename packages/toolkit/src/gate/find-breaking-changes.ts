import type { JsonObject } from '../document/json-object.ts';
import type { GatedContract } from './contracts.ts';
import { findBehaviorChanges } from './find-behavior-changes.ts';
import { findTransitionChanges } from './find-transition-changes.ts';
import { findWireChanges } from './find-wire-changes.ts';
import type { Finding } from './finding.ts';

/** Returns every change that could break the other side of a contract, which was written for the base. */
export function findBreakingChanges(
  base: JsonObject,
  revision: JsonObject,
  { implementedBy }: Pick<GatedContract, 'implementedBy'>,
): Finding[] {
  const findings = [
    ...findWireChanges(base, revision, implementedBy),
    ...findBehaviorChanges(base, revision),
    ...findTransitionChanges(base, revision),
  ];
  // A component is used in many places.
  return findings.filter(({ rule, pointer }, index) => {
    return findings.findIndex((each) => each.rule === rule && each.pointer === pointer) === index;
  });
}
