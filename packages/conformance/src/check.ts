import type { CheckedService } from './checked-service.ts';

/** One observation of the service from outside, and the rules that it proves. */
export interface Check {
  /** Ids of openapi/rules.yaml. If the check fails, all of them are broken, unless it names one. */
  readonly rules: readonly string[];
  readonly title: string;
  /** Returns what was seen. Throws Broken if a rule is broken, and Unchecked if it cannot be seen here. */
  readonly run: (service: CheckedService) => Promise<string>;
}
