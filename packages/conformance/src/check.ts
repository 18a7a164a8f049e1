import type { CheckedService } from './checked-service.ts';

/** One observation of the service from outside, and the rules that it proves. */
export interface Check {
  /** Ids of openapi/rules.yaml. If the check fails, all of them are broken, unless it names one. */
  readonly rules: readonly string[];
  readonly title: string;
  /**
   * Starts what takes long in real time, and lets no time pass. All checks are begun before the first one runs. A check that was
   * begun runs after the others, so that its wait has passed beside them. `run` meets the error of `begin` again.
   */
  readonly begin?: (service: CheckedService) => Promise<unknown>;
  /** Returns what was seen. Throws Broken if a rule is broken, and Unchecked if it cannot be seen here. */
  readonly run: (service: CheckedService) => Promise<string>;
}
