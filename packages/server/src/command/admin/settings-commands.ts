import { Option } from 'commander';
import { eventTypes, type EventType } from '@booking-service/contract';
import { createFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CreateCommand } from '../define-command.ts';
import { openAdmin } from './open-admin.ts';
import { StartError } from '../start-error.ts';
import { toColumns } from '../to-columns.ts';

const organization = 'org_0123456789abcdef0123456789abcdef';

/** booking-service org set (ORG-1, ORG-6). */
export const setOrganization: CreateCommand = defineCommand<{ readonly webhookUrl?: string; readonly json?: true }>({
  name: 'set',
  summary: 'Changes the webhook URL of an organization',
  details: 'Pending deliveries go to the new URL from their next attempt on.',
  operand: 'ORGANIZATION',
  example: `${organization} --webhook-url https://example.com/webhooks`,
  flags: [new Option('--webhook-url <URL>', 'the https URL of its webhooks, or none'), jsonFlag],
  settings: ['data', 'database', 'loopback_webhooks', 'webhook_private_networks'],
  async run({ settings, flags: { webhookUrl, json }, operand }) {
    if (webhookUrl === undefined) {
      throw new StartError('Nothing to set. Use --webhook-url URL, or --webhook-url none.', { exitCode: 2 });
    }
    await using admin = await openAdmin(settings);
    const webhook_url = webhookUrl === 'none' ? null : webhookUrl;
    const body = await admin.run('setWebhookUrl', { path: { organization_id: operand }, body: { webhook_url } });
    if (json) return JSON.stringify(body, null, 2);
    return toColumns([
      ['Organization', body.organization_id],
      ['Name', body.name],
      ['Webhook URL', body.webhook_url ?? 'none'],
    ]);
  },
});

const type = {
  expected: `one of ${eventTypes.join(', ')}`,
  parse: (text: string) => eventTypes.find((each) => each === text),
};

/** booking-service org test-event. */
export const sendTestEvent: CreateCommand = defineCommand<{ readonly type?: EventType; readonly json?: true }>({
  name: 'test-event',
  summary: 'Sends a signed test event to the webhook URL of an organization; it changes no booking',
  operand: 'ORGANIZATION',
  example: `${organization} --type booking.failed`,
  flags: [createFlag('--type <TYPE>', 'the type of the event (default: booking.confirmed)', type), jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { type: chosen = 'booking.confirmed', json }, operand }) {
    await using admin = await openAdmin(settings);
    const body = await admin.run('sendTestEvent', { path: { organization_id: operand }, body: { type: chosen } });
    if (json) return JSON.stringify(body, null, 2);
    return `${toColumns([
      ['Event', body.event_id],
      ['Delivery', body.delivery_id],
      ['Type', body.type],
    ])}

The service sends it at its next tick.`;
  },
});

/** booking-service org usage (LIM-1, LIM-5). */
export const showUsage: CreateCommand = defineCommand<{ readonly json?: true }>({
  name: 'usage',
  summary: 'Shows how much of its rate limit and its test allowance an organization has used',
  operand: 'ORGANIZATION',
  example: organization,
  flags: [jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { json }, operand }) {
    await using admin = await openAdmin(settings);
    const body = await admin.run('getUsage', { path: { organization_id: operand } });
    if (json) return JSON.stringify(body, null, 2);
    const { rate, test_bookings } = body;
    return toColumns([
      ['Requests', `${rate.used} of ${rate.limit}, until ${rate.resets}`],
      ['Test bookings', `${test_bookings.confirmed} of ${test_bookings.allowance}`],
    ]);
  },
});
