import { delivery } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { adviceOf, outcomeOf } from '../../src/deliveries/delivery-words.ts';

type Attempt = Parameters<typeof outcomeOf>[0];

const failed = (error: Attempt['error'], cause: Attempt['cause']) => ({ status: null, error, cause });

it('DLV-7: names the cause of an attempt and what to do', () => {
  expect(outcomeOf(failed('connection', 'tls_certificate_expired'))).toBe('The certificate has expired');
  expect(adviceOf(failed('connection', 'tls_certificate_expired'))).toBe(
    delivery.attempt_causes.tls_certificate_expired.fix,
  );
});

it('names the error of an attempt that was made before causes were stored', () => {
  expect(outcomeOf(failed('connection', null))).toBe('Could not connect');
  expect(adviceOf(failed('timeout', null))).toBe('Respond first, and do the work afterwards.');
});

it('names the error if a later version sent a cause that this page does not know', () => {
  const later = 'tls_certificate_revoked' as NonNullable<Attempt['cause']>;
  expect(outcomeOf(failed('connection', later))).toBe('Could not connect');
  expect(outcomeOf({ status: 200, error: null, cause: null })).toBe('200');
});
