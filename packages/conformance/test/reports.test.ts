import { describe, expect, it } from 'vitest';
import { reports } from '../src/reports.ts';

const results = [
  { rule: 'IDM-1', verdict: 'pass', evidence: 'one booking' },
  { rule: 'END-13', verdict: 'fail', evidence: 'a "page" of <3> & #4' },
  { rule: 'STA-12', verdict: 'not checked', evidence: 'needs a crash' },
] as const;

it('table: a line for each rule, then the counts', () => {
  expect(reports.table(results).split('\n')).toEqual([
    'RULE     VERDICT      EVIDENCE',
    'IDM-1    pass         one booking',
    'END-13   fail         a "page" of <3> & #4',
    'STA-12   not checked  needs a crash',
    '',
    '3 rules: 1 pass, 1 fail, 1 not checked.',
  ]);
});

it('tap: a failure has its message, an unchecked rule is skipped', () => {
  const lines = reports.tap(results).split('\n');
  expect(lines.slice(0, 2)).toEqual(['TAP version 14', '1..3']);
  expect(lines[2]).toMatch(/^ok 1 - IDM-1 The same Idempotency-Key/);
  expect(lines[3]).toMatch(/^not ok 2 - END-13 /);
  expect(lines.slice(4, 7)).toEqual(['  ---', String.raw`  message: "a \"page\" of <3> & #4"`, '  ...']);
  expect(lines[7]).toMatch(/^ok 3 - STA-12 .* # SKIP needs a crash$/);
});

it('junit: counts, a failure and a skipped case, escaped', () => {
  const text = reports.junit(results);
  // The schemas of JUnit XML allow `skipped` on a suite only, and require a type of a failure.
  expect(text).toContain('<testsuites tests="3" failures="1" errors="0">');
  expect(text).toContain(
    '<testsuite name="booking-service conformance" tests="3" failures="1" errors="0" skipped="1" time="0">',
  );
  expect(text).toContain('<failure type="broken" message="a &quot;page&quot; of &lt;3&gt; &amp; #4" />');
  expect(text).toContain('<skipped message="needs a crash" />');
});

it('json: the counts and every rule', () => {
  expect(JSON.parse(reports.json(results))).toEqual({ pass: 1, fail: 1, not_checked: 1, rules: results });
});

const request = {
  method: 'POST',
  path: '/v1/bookings?a=1',
  headers: { 'Content-Type': 'application/json' },
  body: '{"venue_id":"<a> sk_test_hunter2"}',
};

it('every report shows the last request of a failure, without keys', () => {
  const failed = [{ rule: 'END-13', verdict: 'fail', evidence: 'a page', request }] as const;
  const line = 'request: POST /v1/bookings?a=1; Content-Type: application/json; {"venue_id":"<a> sk_test_…"}';
  expect(reports.table(failed).split('\n')[2]).toBe(`${' '.repeat(22)}${line}`);
  expect(reports.tap(failed)).toContain(`\n  request: ${JSON.stringify(line)}\n`);
  expect(reports.junit(failed)).toContain('request: POST /v1/bookings?a=1');
  expect(JSON.parse(reports.json(failed))).toMatchObject({
    rules: [{ request: { ...request, body: '{"venue_id":"<a> sk_test_…"}' } }],
  });
  for (const report of Object.values(reports)) expect(report(failed)).not.toContain('hunter2');
});

describe.each(Object.entries(reports))('a text of a hostile service in %s', (_, report) => {
  const hostile = `sk_test_hunter2 whsec_hunter2\n1..0\r\nBail out! \u001b[2J\u009b \u202e \ud800 \uffff ]]> ${'x'.repeat(9000)}`;
  const text = (['fail', 'not checked'] as const)
    .map((verdict) => report([{ rule: 'END-13', verdict, evidence: hostile }]))
    .join('\n');

  it('begins no line, moves no cursor and fits into XML', () => {
    expect(text).not.toMatch(/^(?:1\.\.0|Bail)/m);
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cs}\p{Bidi_Control}\uffff]/u);
    expect(text).toContain(
      '<U+001B>'.replaceAll(/[<>]/g, (sign) => (text.includes('<?xml') ? ({ '<': '&lt;' }[sign] ?? '&gt;') : sign)),
    );
  });

  it('is short and shows no key', () => {
    expect(text.length).toBeLessThan(3000);
    expect(text).not.toContain('hunter2');
  });
});
