/** Expectations of tests, and how many runs a fuzz test makes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect } from 'vitest';
import type { ErrorDetail } from '@booking-service/contract';
import type { TestResponse } from '../../src/testing.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const rounds = 5;

/**
 * Repeats a round until one leaves less than `allowed` bytes in the memory of this process. A leak grows in every round. What else
 * grows, such as compiled code and objects of earlier tests of the process, does not.
 */
export async function expectFlat(allowed: number, round: (number: number) => Promise<void>): Promise<void> {
  const grown: number[] = [];
  for (let number = 0; number < rounds && !grown.some((bytes) => bytes < allowed); number += 1) {
    const before = await usedBytes();
    await round(number);
    grown.push((await usedBytes()) - before);
  }
  expect(Math.min(...grown)).toBeLessThan(allowed);
}

async function usedBytes(): Promise<number> {
  // Objects that end in one turn of the event loop are released in the next.
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const aSentence: unknown = expect.stringMatching(/^[A-Z].*\.$/);
const anId: unknown = expect.stringMatching(/^req_/);
const aMessage: unknown = expect.stringMatching(/./);

/** The parts of a response that a test compares. */
interface ResponseOutcome {
  readonly status: number;
  readonly body: unknown;
}

/** Returns a whole refusal, without other fields. The wire validator compares request_id with the header. */
export function refusalOf(
  status: number,
  error_code: string,
  details?: readonly Omit<ErrorDetail, 'message'>[],
): ResponseOutcome {
  const withMessages = details?.map((detail) => ({ ...detail, message: aMessage }));
  return { status, body: { error: aSentence, error_code, request_id: anId, details: withMessages } };
}

/** Returns the status and the body of a response. */
export function outcomeOf({ status, body }: TestResponse<unknown>): ResponseOutcome {
  return { status, body };
}

/**
 * Returns whether the header is a signature of the body that is at most five minutes old. Written without the code of the
 * service.
 */
export function acceptsSignature({ secret, header, body }: { secret: string; header: string; body: string }): boolean {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const actual = Buffer.from(given, 'hex');
  const isYoung = Math.abs(Date.now() / 1000 - Number(time)) <= 300;
  return actual.length === expected.length && timingSafeEqual(actual, expected) && isYoung;
}

const { FUZZ_SEED: seed, FUZZ_RUNS: runs } = process.env;

/**
 * The parameters of a fuzz test. FUZZ_RUNS sets the number of its cases. FUZZ_SEED selects other ones
 * (scripts/programs/seed-properties.ts).
 * fast-check prints the seed and the smallest failing case.
 */
export function fuzzRuns(numRuns: number): { readonly numRuns: number } {
  return { numRuns: Number(runs ?? numRuns) };
}

/** True if this run has the default cases, whose coverage is checked. */
export const isDefaultRun: boolean = seed === undefined && runs === undefined;
