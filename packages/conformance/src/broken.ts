/** Thrown by a check if the service breaks a rule. */
export class Broken extends Error {
  /** The rules that are broken. Undefined: those of the check. */
  readonly rules: readonly string[] | undefined;

  constructor(message: string, rules?: readonly string[]) {
    super(message);
    this.rules = rules;
  }
}

/** Thrown by a check that cannot run against this service. Its message is the reason. */
export class Unchecked extends Error {}

/** Throws Broken with this message unless the condition holds. `rule` narrows the blame to one rule of the check. */
export function demand(condition: boolean, message: string, rule?: string): asserts condition {
  if (!condition) throw new Broken(message, rule === undefined ? undefined : [rule]);
}
