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

/** Throws Broken with this message unless the condition holds. `broken` narrows the blame to these rules of the check. */
export function demand(
  condition: boolean,
  message: string,
  ...broken: readonly (string | undefined)[]
): asserts condition {
  const rules = broken.filter((rule) => rule !== undefined);
  if (!condition) throw new Broken(message, rules.length > 0 ? rules : undefined);
}

/** The result of a check of a service or of a provider. */
export interface Observed {
  readonly verdict: 'pass' | 'fail' | 'not checked';
  /** The evidence, the fault, or the reason why nothing could be seen. */
  readonly evidence: string;
  /** The rules that are broken, if the check named them. */
  readonly rules: readonly string[] | undefined;
}

/** Runs a check, which returns what it saw and throws Broken or Unchecked. Never rejects: any other error is a failure as well. */
export async function observe(run: () => Promise<string>): Promise<Observed> {
  try {
    return { verdict: 'pass', evidence: await run(), rules: undefined };
  } catch (error) {
    if (error instanceof Unchecked) return { verdict: 'not checked', evidence: error.message, rules: undefined };
    const [evidence = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { verdict: 'fail', evidence, rules: error instanceof Broken ? error.rules : undefined };
  }
}
