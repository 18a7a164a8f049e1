/**
 * Webhooks to one's own receiver on this computer: from the sandbox, and from a service under development.
 *
 * @module-tag slow
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { CreatedOrganization, PreparedSecret } from '@booking-service/contract/admin';
import { createVerifier, type WebhookEvent } from '@booking-service/webhooks';
import { expect, it } from 'vitest';
import { openWebhookEndpoint, type WebhookEndpoint } from '../../src/testing.ts';
import { callAdmin } from '../support/worlds/admin-world.ts';
import { environment, goodModule, lineOf, prepare, serve } from '../support/processes/served.ts';
import {
  book,
  eventually,
  listReceived,
  openFolder,
  portFlags,
  runCommand,
  sandbox,
  startService,
  webhooksOf,
  type Command,
} from '../support/processes/server-process.ts';

const longest = { timeout: 240_000 };

it(
  "ORG-1 ORG-2 ORG-6: the sandbox sends the webhooks of its organization to one's own URL, and prints the secret that verifies them",
  longest,
  async () => {
    await using folder = await openFolder();
    await using endpoint = await openWebhookEndpoint();
    await using service = await startService(folder.path, {
      environment: { BOOKING_SERVICE_WEBHOOK_URL: endpoint.url },
    });
    const secret = /Secret +(whsec_\S+)/.exec(service.welcome)?.[1] ?? '';
    expect(service.welcome).toContain(`Webhooks   ${endpoint.url}   (your receiver)`);
    expect(service.welcome).not.toContain('/events');
    const { id } = await book(service);
    expect((await eventsAt(endpoint, { secret, count: 2 })).map(({ data }) => data.object.id)).toEqual([id, id]);
    const { code, stderr } = await service.end('SIGTERM');
    expect(code).toBe(0);
    expect(stderr).not.toContain(secret);

    // The next start without the URL uses the built-in receiver again.
    await using next = await startService(folder.path);
    const later = await book(next, { headers: { 'Idempotency-Key': 'later' } });
    await eventually(
      () => webhooksOf(next, later.id),
      ({ length }) => length === 2,
    );
    expect(endpoint.received).toHaveLength(2);
  },
);

it(
  'ORG-5: the built-in receiver verifies after a rotation, and the next start has the new secret',
  longest,
  async () => {
    await using folder = await openFolder();
    await using service = await startService(folder.path);
    const readCredentials = async () => JSON.parse(await readFile(`${folder.path}/sandbox-credentials.json`, 'utf8'));
    const { organization_id, signing_secret } = (await readCredentials()) as Record<string, string>;
    const path = `/organizations/${organization_id}` as const;
    const { body } = await callAdmin<PreparedSecret>(service.adminUrl, `POST ${path}/signing-secret/prepare`);
    await callAdmin(service.adminUrl, `POST ${path}/signing-secret/activate`);
    await callAdmin(service.adminUrl, `POST ${path}/test-events`, { body: { type: 'booking.confirmed' } });
    const received = await eventually(
      () => listReceived(service.receiverUrl),
      ({ length }) => length === 1,
    );
    expect(received.map(({ signature }) => signature)).toEqual(['verified']);
    await service.end('SIGTERM');

    await using next = await startService(folder.path);
    expect(next.welcome).toContain('(open this page');
    expect(body.signing_secret).not.toBe(signing_secret);
    expect(await readCredentials()).toMatchObject({ signing_secret: body.signing_secret });
  },
);

it.each([
  { url: 'http://8.8.8.8/webhooks', message: 'Webhooks are not sent to http://8.8.8.8/webhooks (8.8.8.8).' },
  { url: 'https://10.0.0.1/webhooks', message: 'Webhooks are not sent to https://10.0.0.1/webhooks (10.0.0.1).' },
  { url: 'localhost:3000', message: 'Webhooks cannot be sent to localhost:3000.' },
])('ORG-6: the sandbox refuses $url and creates nothing', longest, async ({ url, message }) => {
  await using folder = await openFolder();
  const flags = ['--data', `${folder.path}/data`, ...(await portFlags()), '--webhook-url', url];
  const fix = 'Use an https URL, or an http URL of this computer.';
  expect(lineOf(await runCommand([...sandbox, ...flags]), 2)).toBe(`--webhook-url: ${message} ${fix}`);
  expect(readdirSync(folder.path)).toEqual([]);
});

it(
  'ORG-6: a service sends webhooks to this computer only with the switch for development, which refuses live keys',
  longest,
  async () => {
    await using endpoint = await openWebhookEndpoint();
    await using prepared = await prepare(goodModule);
    const { data } = prepared;
    const at = ['--data', data];
    const create = ['org', 'create', '--name', 'Diner', '--webhook-url', endpoint.url, '--json', ...at];
    await runCommand(['migrate', ...at], { environment });
    expect(lineOf(await runCommand(create, { environment }), 2)).toContain('Use an https URL with a public address.');
    const allow = ['--loopback-webhooks', 'allow'];
    const made = await runCommand([...create, ...allow], { environment });
    const { organization, signing_secret } = JSON.parse(made.stdout) as CreatedOrganization;
    // A private network of one's own is allowed in the same place.
    const inside = ['org', 'create', '--name', 'Inside', '--webhook-url', 'https://10.1.0.5/', ...at];
    const listed = await runCommand([...inside, '--webhook-private-networks', '10.1.0.0/16'], { environment });
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('https://10.1.0.5/') });
    const keyed = await runCommand(['key', 'create', '--org', organization.id, '--mode', 'test', '--json', ...at]);
    const { key } = JSON.parse(keyed.stdout) as { key: string };
    const keys = { test: key, live: '' };

    const live = await runCommand(['serve', ...at, '--providers', prepared.providers, ...allow], { environment });
    expect(lineOf(live, 2)).toBe(
      '--loopback-webhooks allow is for development, so it cannot serve live keys. Add --modes test, or leave it out.',
    );

    // Without the switch the delivery is attempted and its address refused.
    await using strict = await serve(prepared, '--tick', '1', '--admin-access', 'open');
    await book({ ...strict, ...addresses, keys });
    await eventually(
      () => metricsOf(strict),
      (text) => /delivery_attempts_total\{outcome="address_refused"\} [1-9]/.test(text),
    );
    const { stderr: quiet } = await strict.end('SIGTERM');
    expect(quiet).not.toContain('FOR DEVELOPMENT ONLY');
    expect(endpoint.received).toEqual([]);

    await using service = await serve(prepared, '--tick', '1', ...allow, '--modes', 'test');
    const { id } = await book(
      { ...service, ...addresses, keys },
      { headers: { 'Idempotency-Key': 'with the switch' } },
    );
    const received = await eventsAt(endpoint, { secret: signing_secret ?? '', count: 2, booking_id: id });
    expect(received.map(({ type }) => type).toSorted()).toEqual(['booking.confirmed', 'booking.created']);
    const { stderr } = await service.end('SIGTERM');
    expect(stderr).toMatch(/"level":"?(?:40|warn)"?.*FOR DEVELOPMENT ONLY: webhooks may go to this computer/);
  },
);

const addresses = { receiverUrl: '', adminUrl: '', welcome: '' };

/** Returns the metrics of a service that runs. */
async function metricsOf(service: Command): Promise<string> {
  const [, adminUrl = ''] = /metrics: (http:\S+)\./.exec(await service.printed('Stop: Ctrl-C')) ?? [];
  return (await fetch(`${adminUrl}/metrics`)).text();
}

/** Waits for this many webhooks, optionally of one booking, and returns their events. Every webhook must be genuine. */
async function eventsAt(
  endpoint: WebhookEndpoint,
  { secret, count, booking_id }: { secret: string; count: number; booking_id?: string },
): Promise<WebhookEvent[]> {
  const verifier = createVerifier({ secrets: [secret] });
  const read = async () =>
    endpoint.received
      .map(({ text, headers }) => verifier.verify(text, headers))
      .filter(({ data }) => booking_id === undefined || data.object.id === booking_id);
  return eventually(read, ({ length }) => length >= count);
}
