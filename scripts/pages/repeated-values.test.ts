/** Pages outside the contracts that repeat a value of one. Each sentence is filled from the contract, and must be on its page. */
import { readFileSync } from 'node:fs';
import { withProseValues } from '@booking-service/toolkit';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const expiry = '{x-states.booking.states.requires_action.expires_after_seconds|duration}';
const link = '{x-limits.dashboard.link_seconds|duration}';
const delay = (retry: number) => `{x-delivery.retry_delays_seconds.${retry}|duration}`;
const delays = `${delay(0)}, ${delay(1)} and ${delay(2)}`;
const sentences = {
  openapi: [
    ['packages/webhooks/README.md', 'The service waits {x-delivery.timeout_seconds|duration} for a response'],
    ['docs/integrate/webhooks.md', 'The service waits {x-delivery.timeout_seconds|duration}'],
    ['docs/integrate/webhooks.md', `it reads as expired after ${expiry}`],
    ['docs/integrate/webhooks.md', 'up to {x-delivery.max_attempts} times'],
    ['docs/integrate/sandbox.md', 'all {x-delivery.max_attempts} attempts of a webhook'],
    ['docs/integrate/test-your-integration.md', `again after ${delays}`],
    ['openapi/rules.yaml', `Retries after ${delays}; after {x-delivery.max_attempts} failed attempts`],
    ['docs/integrate/go-live.md', 'respond within {x-delivery.timeout_seconds|duration}'],
    ['docs/integrate/go-live.md', `expires after ${expiry}`],
    ['docs/operate/install.md', '{x-limits.default_limit} requests in {x-limits.window_seconds|duration}'],
    ['docs/operate/sending-webhooks.md', 'by default {x-delivery.cadence_seconds|duration}'],
    ['docs/operate/old-events.md', 'by default {x-delivery.retention_days} days'],
    ['docs/integrate/bookings.md', `expires after ${expiry}`],
    ['docs/connect/provider-requirements.md', 'waits {x-limits.search_timeout_seconds|duration} for each'],
    ['openapi/workflows/answer.arazzo.yaml', `waits in requires_action for ${expiry}`],
    ['openapi/workflows/answer.arazzo.yaml', 'requires the code {x-sandbox.code}'],
    ['docs/contribute/architecture.md', `| ${expiry} pass`],
  ],
  admin: [
    ['docs/operate/access.md', '{x-limits.dashboard.idle_seconds|duration} without a request'],
    ['docs/operate/access.md', '{x-limits.dashboard.session_seconds|duration} after the sign-in'],
    ['docs/operate/access.md', `${link}:`],
    ['docs/contribute/glossary.md', `once and for ${link}`],
    ['packages/dashboard/src/screens/operator/sessions.tsx', `It works once, for ${link}`],
    ['packages/server/src/command/sandbox/start-sandbox.ts', `open this link within ${link}`],
  ],
} as const;

it.each(
  Object.entries(sentences).flatMap(([name, rows]) => rows.map(([page, sentence]) => ({ name, page, sentence }))),
)('$page repeats the value of the contract $name: $sentence', ({ name, page, sentence }) => {
  const bundle = new URL(`packages/contract/src/generated/${name}.json`, root);
  const contract: object = JSON.parse(readFileSync(bundle, 'utf8'));
  const { filled } = withProseValues({ ...contract, filled: sentence });
  const text = readFileSync(new URL(page, root), 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(filled);
});
