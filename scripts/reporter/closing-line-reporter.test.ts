/** The counts of the closing line: the parts of the contract that no test saw, and the rules without a test. */
import { describe, expect, it } from 'vitest';
import { type WireContract, wireCoverage } from './closing-line-reporter.ts';
import { type RuleGroups, ruleMatrix } from '../rules/rule-matrix.ts';

const contract: WireContract = {
  paths: {
    '/v1/bookings': { post: { operationId: 'createBooking', responses: { 201: {}, 400: {} } } },
    '/v1/bookings/{id}': { get: { operationId: 'getBooking', responses: { 200: {} } } },
  },
  webhooks: { 'booking.created': {} },
  'x-unrouted': { 404: {} },
  'x-errors': { not_found: {}, invalid_request: {} },
};

const everything = [
  'createBooking 201',
  'createBooking 400',
  'getBooking 200',
  'unrouted 404',
  'webhook booking.created',
  'code not_found',
  'code invalid_request',
];

const rule = { from: 'seed §1', rule: 'The rule.' };
const groups: RuleGroups = { AAA: { 'AAA-1': rule, 'AAA-2': rule, 'AAA-3': rule }, BBB: { 'BBB-1': rule } };
const testOf = (title: string, passed = true) => ({ title, passed, file: 'a.test.ts' });

function verdicts(...tests: readonly ReturnType<typeof testOf>[]): string[] {
  return ruleMatrix(groups, tests).rows.map(({ id, verdict }) => `${id} ${verdict}`);
}

describe('wireCoverage', () => {
  it('counts every documented response, webhook and code', () => {
    const coverage = wireCoverage(contract, new Set(everything));
    expect(coverage).toEqual({ line: 'wire: 4 of 4 responses, 1 of 1 webhooks, 2 of 2 codes', missing: [] });
  });

  it.each(everything)('names %s if no test saw it', (name) => {
    const { missing } = wireCoverage(contract, new Set(everything.filter((each) => each !== name)));
    expect(missing).toEqual([name]);
  });

  it('names everything in order if nothing was seen, and counts nothing outside the contract', () => {
    const coverage = wireCoverage(contract, new Set(['getBooking 418', 'webhook booking.eaten', 'code teapot']));
    expect(coverage).toEqual({ line: 'wire: 0 of 4 responses, 0 of 1 webhooks, 0 of 2 codes', missing: everything });
  });
});

describe('ruleMatrix', () => {
  it('reports rules without a test and rules with a failing test', () => {
    const actual = verdicts(testOf('AAA-1: passes'), testOf('AAA-1 AAA-2: fails', false));
    expect(actual).toEqual(['AAA-1 fail', 'AAA-2 fail', 'AAA-3 no test', 'BBB-1 no test']);
  });

  it('expands a range of rule ids', () => {
    const actual = verdicts(testOf('AAA-1..3 BBB-1: all of them'));
    expect(actual).toEqual(['AAA-1 pass', 'AAA-2 pass', 'AAA-3 pass', 'BBB-1 pass']);
  });

  it('reports unknown rule ids, but not other names of the same form', () => {
    expect(ruleMatrix(groups, [testOf('AAA-9 SHA-256: a digest')]).unknown).toEqual(['AAA-9']);
  });
});
