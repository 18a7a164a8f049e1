/** Checks an implementation of the booking service's interface against its rules, from outside. */
export { checkConformance, checks, type ConformanceOptions, type RuleResult } from './check-conformance.ts';
export { flags, type Flag, type FlagValues } from './flags.ts';
export { rules } from './generated/rules.ts';
export { runConformance, type ConformanceRun } from './main.ts';
export { unseenRules } from './check-conformance.ts';
export { wireRules } from './wire-faults.ts';
