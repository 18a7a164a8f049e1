/**
 * The conformance check must find a mock out: Prism returns examples, keeps nothing and sends no webhooks.
 *
 * @module-tag slow
 */
import { checkConformance, type RuleResult } from '@booking-service/conformance';
import { expect, it } from 'vitest';
import { startPrismMock } from '../index.ts';

/** Rules that examples alone fulfil: the form and status of single responses, and the refusal of a body off the contract. */
const kept = 'BKG-2 BKG-5 BKG-6 IDM-4 STA-4 END-3 END-6 ERR-7 ERR-8 LIM-6 VER-1';

// Other rules are not checked: earlier checks use up the few slots of the examples, or stop at another rule.
const broken = `
  ORG-3
  BKG-1 BKG-3 BKG-4 BKG-7 BKG-8 BKG-9 BKG-10 BKG-11 BKG-12 BKG-15 BKG-16 BKG-17
  IDM-1 IDM-3 IDM-5
  STA-2 STA-3 STA-5 STA-7 STA-8 STA-9 STA-10
  END-1 END-2 END-4 END-5 END-8 END-11 END-12 END-13 END-14 END-16
  AUT-1 AUT-2 AUT-3 AUT-4 AUT-5 AUT-6 AUT-9 AUT-11
  EVT-1 EVT-2 EVT-3 EVT-5 EVT-6
  REQ-1 REQ-2 REQ-3
  ERR-1 ERR-2 ERR-3 ERR-4 ERR-5
  CRD-1 CRD-2 CRD-3 CRD-6 CRD-8 CRD-10 CRD-11
  SES-1 SES-2 SES-3 SES-4
  LIM-1 LIM-2 LIM-3 PRV-1`;

it('fails where a mock must', { timeout: 240_000 }, async () => {
  await using mock = await startPrismMock();
  const results = await checkConformance({
    url: mock.url,
    key: 'sk_test_any',
    liveKey: 'sk_live_any',
    otherKey: 'sk_test_other',
    signingSecret: 'whsec_any',
    maxWait_seconds: 0,
    // Prism never responds to malformed JSON.
    timeout_ms: 5000,
  });
  const rulesWith = (wanted: RuleResult['verdict']) =>
    results.filter(({ verdict }) => verdict === wanted).map(({ rule }) => rule);
  expect(rulesWith('pass')).toEqual(kept.split(' '));
  expect(rulesWith('fail')).toEqual(broken.trim().split(/\s+/));
});
