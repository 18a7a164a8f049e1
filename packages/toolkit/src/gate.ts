export { judge, parseDeclarations, type Declaration, type Verdict } from './gate/diff.ts';
export { contractOf, gatedContracts, type GatedContract } from './gate/contracts.ts';
export { diff, type Comparison } from './gate/diff.ts';
export { findBreakingChanges } from './gate/diff.ts';
export { findingText, type Finding } from './gate/contracts.ts';
export { policyTable } from './gate/policy-table.ts';
export { whyNotReleasable, type Release } from './gate/diff.ts';
