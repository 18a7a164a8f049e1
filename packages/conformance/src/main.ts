import { checkConformance, type ConformanceOptions, type RuleResult, unseenRules } from './check-conformance.ts';
import { type FlagValues, readFlags, usage } from './flags.ts';
import { type ReportFormat, reports, toLegible } from './reports.ts';

/** Runs the command line `booking-conformance …`, prints its report and sets the exit code: 0 kept, 1 broken or not checked, 2 the check cannot begin. */
export async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    const { text, exitCode } = await runConformance(readFlags(args), process.env);
    console.log(text);
    process.exitCode = exitCode;
  } catch (error) {
    console.error(toLegible(error instanceof Error ? error.message : String(error)));
    process.exitCode = 2;
  }
}

export interface ConformanceRun {
  readonly text: string;
  /** 0 if every rule passed that a run can see, or with `allow-unchecked` none failed; else 1. */
  readonly exitCode: 0 | 1;
}

/** Runs the command with these flags. Rejects if the check cannot begin: a flag, the address or a key is wrong. */
export async function runConformance(
  flags: FlagValues,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ConformanceRun> {
  const format = flags['format'] ?? 'table';
  if (!isFormat(format)) throw new Error(`--format must be ${Object.keys(reports).join(', ')}, not ${format}.`);
  const results = await checkConformance(readOptions(flags, environment)).catch((cause: unknown) => {
    throw new Error(toLegible(cause instanceof Error ? cause.message : String(cause)), { cause });
  });
  const kept = flags['allow-unchecked'] === undefined ? isKept : ({ verdict }: RuleResult) => verdict !== 'fail';
  return { text: reports[format](results), exitCode: results.every(kept) ? 0 : 1 };
}

/** True of a rule that passed, and of one that no run can see. */
function isKept({ rule, verdict }: RuleResult): boolean {
  return verdict === 'pass' || (verdict === 'not checked' && Object.hasOwn(unseenRules, rule));
}

function readOptions(flags: FlagValues, environment: Readonly<Record<string, string | undefined>>): ConformanceOptions {
  const { url } = flags;
  if (url === undefined)
    throw new Error('--url is missing. Name the base URL of the service, for example http://127.0.0.1:7420.');
  const secret = (name: string) =>
    flags[name] ?? environment[`BOOKING_CONFORMANCE_${name.replaceAll('-', '_').toUpperCase()}`];
  return {
    url: readUrl('url', url) ?? url,
    key: secret('key'),
    liveKey: secret('live-key'),
    otherKey: secret('other-key'),
    adminUrl: readUrl('admin-url', flags['admin-url']),
    adminToken: secret('admin-token'),
    clockUrl: readUrl('clock-url', flags['clock-url']),
    receiverPort: readNumber('receiver-port', flags['receiver-port'], 65_535),
    receiverUrl: readUrl('receiver-url', flags['receiver-url']),
    signingSecret: secret('signing-secret'),
    venue: flags['venue'],
    maxWait_seconds: readNumber('max-wait', flags['max-wait'], 86_400),
    bail: flags['bail'] !== undefined,
  };
}

function readUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new Error(`--${name} must be an http or https URL.`);
}

function readNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (number <= most) return number;
  throw new Error(`--${name} must be a number from 0 to ${most}.`);
}

function isFormat(format: string): format is ReportFormat {
  return Object.hasOwn(reports, format);
}
