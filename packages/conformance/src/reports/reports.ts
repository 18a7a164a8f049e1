import type { RuleResult } from '../check-conformance.ts';
import { rules } from '../generated/rules.ts';

/** Writes the verdicts as text. */
type Report = (results: readonly RuleResult[]) => string;

const textOf = (rule: string) => (rules as Readonly<Record<string, string | undefined>>)[rule] ?? '';

function countOf(results: readonly RuleResult[]): Record<RuleResult['verdict'], number> {
  const count = (verdict: RuleResult['verdict']) => results.filter((each) => each.verdict === verdict).length;
  return { pass: count('pass'), fail: count('fail'), 'not checked': count('not checked') };
}

const toTable: Report = (results) => {
  const lines = results.map(({ rule, verdict, evidence }) => `${rule.padEnd(7)}  ${verdict.padEnd(11)}  ${evidence}`);
  const { pass, fail, 'not checked': unchecked } = countOf(results);
  return [
    'RULE     VERDICT      EVIDENCE',
    ...lines,
    '',
    `${results.length} rules: ${pass} pass, ${fail} fail, ${unchecked} not checked.`,
  ].join('\n');
};

/** TAP version 14. A rule that was not checked is skipped. */
const toTap: Report = (results) =>
  [
    'TAP version 14',
    `1..${results.length}`,
    ...results.flatMap(({ rule, verdict, evidence }, index) => {
      const skip = verdict === 'not checked' ? ` # SKIP ${escapeTap(evidence)}` : '';
      const line = `${verdict === 'fail' ? 'not ok' : 'ok'} ${index + 1} - ${rule} ${escapeTap(textOf(rule))}${skip}`;
      return verdict === 'fail' ? [line, '  ---', `  message: ${JSON.stringify(evidence)}`, '  ...'] : [line];
    }),
  ].join('\n');

const toJunit: Report = (results) => {
  const { fail, 'not checked': unchecked } = countOf(results);
  const cases = results.map(({ rule, verdict, evidence }) => {
    const head = `    <testcase classname="${rule.slice(0, 3)}" name="${escapeXml(`${rule} ${textOf(rule)}`)}"`;
    if (verdict === 'pass') return `${head} />`;
    const tag = verdict === 'fail' ? 'failure' : 'skipped';
    return `${head}><${tag} message="${escapeXml(evidence)}" /></testcase>`;
  });
  const counts = `tests="${results.length}" failures="${fail}" skipped="${unchecked}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="booking-service conformance" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
};

const toJson: Report = (results) => {
  const { pass, fail, 'not checked': not_checked } = countOf(results);
  return JSON.stringify({ pass, fail, not_checked, rules: results }, null, 2);
};

/** The name of a format of a report. */
export type ReportFormat = 'table' | 'tap' | 'junit' | 'json';

/** The formats of a report. */
export const reports: Readonly<Record<ReportFormat, Report>> = {
  table: toTable,
  tap: toTap,
  junit: toJunit,
  json: toJson,
};

/** In a line of TAP a # begins a directive. */
function escapeTap(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('#', String.raw`\#`)
    .replaceAll('\n', ' ');
}

function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // XML 1.0 has no place for control characters.
  const printable = Array.from(text, (sign) => (sign < ' ' ? ' ' : sign)).join('');
  return printable.replaceAll(/[&<>"]/g, (sign) => names[sign] ?? sign);
}
