/** The result of one scenario. */
export interface CheckResult {
  readonly scenario: string;
  readonly verdict: 'passed' | 'failed' | 'skipped';
  /** The observation, or the reason why the scenario failed or was skipped. */
  readonly detail: string;
}

/** Thrown by a scenario if the provider does not behave as the port requires. */
export class ScenarioFault extends Error {}

/** Thrown by a scenario that cannot run at this provider. */
export class ScenarioSkip extends Error {}

/** Throws a ScenarioFault with this message unless the condition holds. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ScenarioFault(message);
}
