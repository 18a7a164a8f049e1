export {
  diff,
  findBreakingChanges,
  judge,
  parseDeclarations,
  whyNotReleasable,
  type Comparison,
  type Declaration,
  type Release,
  type Verdict,
} from './gate/diff.ts';
export { contractOf, findingText, gatedContracts, type Finding, type GatedContract } from './gate/contracts.ts';
export { policyTable } from './gate/policy-table.ts';
