/** The results of the checks of suppliers and of card services, and their report. */
import { observe } from '@booking-service/conformance/verdict';
import { StartError } from '../start-error.ts';
import { toColumns } from '../define-command.ts';

/** The result of one scenario. */
export interface CheckResult {
  readonly scenario: string;
  readonly verdict: 'passed' | 'failed' | 'skipped';
  /** The evidence, or the reason why the scenario failed or was skipped. */
  readonly detail: string;
}

const verdicts = { pass: 'passed', fail: 'failed', 'not checked': 'skipped' } as const;

/** Runs a scenario. Never rejects because of the other side. */
export async function runScenario(scenario: string, run: () => Promise<string>): Promise<CheckResult> {
  const { verdict, evidence } = await observe(run);
  return { scenario, verdict: verdicts[verdict], detail: evidence };
}

/** Returns the report of a check for people. Throws it as a StartError if a scenario failed. */
export function reportOf(name: string, results: readonly CheckResult[]): string {
  const rows = results.map(({ scenario, verdict, detail }) => [scenario, verdict, detail]);
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(count);
  const text = `${toColumns([['SCENARIO', 'VERDICT', 'DETAIL'], ...rows])}\n\n${name}: ${passed} passed, ${failed} failed, ${skipped} skipped.`;
  if (failed !== 0) throw new StartError(text, { isReport: true });
  return text;
}

/** Returns the file of --providers. Throws a StartError if it is missing. `command` is the command as the user typed it. */
export function requireProviders(file: string | undefined, command: string): string {
  if (file !== undefined) return file;
  const text = `--providers is missing. Name the list of your suppliers: ${command} --providers FILE`;
  throw new StartError(text, { exitCode: 2 });
}
