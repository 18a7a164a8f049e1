import type { RuleResult } from './check-conformance.ts';
import type { ShownRequest } from './exchange.ts';
import { rules } from './generated/rules.ts';

/** Writes the verdicts as text. */
type Report = (results: readonly RuleResult[]) => string;

const textOf = (rule: string) => (rules as Readonly<Record<string, string | undefined>>)[rule] ?? '';

function countOf(results: readonly RuleResult[]): Record<RuleResult['verdict'], number> {
  const count = (verdict: RuleResult['verdict']) => results.filter((each) => each.verdict === verdict).length;
  return { pass: count('pass'), fail: count('fail'), 'not checked': count('not checked') };
}

const toTable: Report = (results) => {
  const lines = results.flatMap(({ rule, verdict, evidence, request }) => [
    `${rule.padEnd(7)}  ${verdict.padEnd(11)}  ${evidence}`,
    ...(request ? [`${' '.repeat(22)}${textOfRequest(request)}`] : []),
  ]);
  const { pass, fail, 'not checked': unchecked } = countOf(results);
  return [
    'RULE     VERDICT      EVIDENCE',
    ...lines,
    '',
    `${results.length} rules: ${pass} pass, ${fail} fail, ${unchecked} not checked.`,
  ].join('\n');
};

function toLegibleRequest({ method, path, headers, body }: ShownRequest): ShownRequest {
  const legible = Object.entries(headers).map(([name, value]) => [name, toLegible(value)]);
  return {
    method,
    path: toLegible(path),
    headers: Object.fromEntries(legible),
    ...(body !== undefined && { body: toLegible(body) }),
  };
}

/** The last request of a failed check in one line. */
function textOfRequest({ method, path, headers, body }: ShownRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return toLegible(`request: ${[`${method} ${path}`, ...lines, ...(body === undefined ? [] : [body])].join('; ')}`);
}

/** TAP version 14. A rule that was not checked is skipped. */
const toTap: Report = (results) =>
  [
    'TAP version 14',
    `1..${results.length}`,
    ...results.flatMap(({ rule, verdict, evidence, request }, index) => {
      const skip = verdict === 'not checked' ? ` # SKIP ${escapeTap(evidence)}` : '';
      const line = `${verdict === 'fail' ? 'not ok' : 'ok'} ${index + 1} - ${rule} ${escapeTap(textOf(rule))}${skip}`;
      if (verdict !== 'fail') return [line];
      const sent = request ? [`  request: ${JSON.stringify(textOfRequest(request))}`] : [];
      return [line, '  ---', `  message: ${JSON.stringify(evidence)}`, ...sent, '  ...'];
    }),
  ].join('\n');

/** JUnit XML with the attributes that its schemas require. The check measures no times. */
const toJunit: Report = (results) => {
  const { fail, 'not checked': unchecked } = countOf(results);
  const cases = results.map(({ rule, verdict, evidence, request }) => {
    const head = `    <testcase classname="${rule.slice(0, 3)}" name="${escapeXml(`${rule} ${textOf(rule)}`)}" time="0"`;
    if (verdict === 'pass') return `${head} />`;
    const tag = verdict === 'fail' ? 'failure type="broken"' : 'skipped';
    const fault = `<${tag} message="${escapeXml(evidence)}"`;
    if (!request) return `${head}>${fault} /></testcase>`;
    return `${head}>${fault}>${escapeXml(textOfRequest(request))}</failure></testcase>`;
  });
  const counts = `tests="${results.length}" failures="${fail}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="booking-service conformance" ${counts} skipped="${unchecked}" time="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
};

const toJson: Report = (results) => {
  const { pass, fail, 'not checked': not_checked } = countOf(results);
  const shown = results.map(({ request, ...result }) =>
    request ? { ...result, request: toLegibleRequest(request) } : result,
  );
  return JSON.stringify({ pass, fail, not_checked, rules: shown }, null, 2);
};

/** The name of a format of a report. */
export type ReportFormat = 'table' | 'tap' | 'junit' | 'json';

/** The formats of a report. Evidence repeats texts of the service under check, which may be long or hostile. */
export const reports: Readonly<Record<ReportFormat, Report>> = {
  table: legibly(toTable),
  tap: legibly(toTap),
  junit: legibly(toJunit),
  json: legibly(toJson),
};

function legibly(report: Report): Report {
  return (results) => report(results.map((result) => ({ ...result, evidence: toLegible(result.evidence) })));
}

/** In a line of TAP a # begins a directive. */
function escapeTap(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('#', String.raw`\#`);
}

function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

const longest = 500;

/** API keys and signing secrets, which a service may repeat. The first group is shown. */
const secret = /\b(sk_(?:test|live)_|whsec_)[\w+/=-]+/g;

/** Controls, directions and separators of text, lone surrogates, and what XML cannot contain. */
const illegible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu;

/**
 * Returns a text of the service under check as one line that a terminal, TAP and XML can show: it moves no cursor, begins no line, is
 * not long and contains no secret.
 */
export function toLegible(text: string): string {
  const line = text.replaceAll(secret, '$1…').replaceAll(/\s+/g, ' ');
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return short.replaceAll(illegible, escaped);
}

function escaped(sign: string): string {
  return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
