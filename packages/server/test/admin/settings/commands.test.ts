/** booking-service org set, org secret, org test-event and key …, on a running service of both engines. */
import type {
  ApiKey,
  CreatedApiKey,
  PreparedSecret,
  Settings,
  SigningSecrets,
  Usage,
} from '@booking-service/contract/admin';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { openWebhookEndpoint } from '../../../src/testing.ts';
import { callAdmin } from '../../support/worlds/admin-call.ts';
import { baseEngines } from '../../support/engines.ts';
import { call, eventually } from '../../support/processes/server-process.ts';
import { openRealService } from './real-service.ts';

const longest = { timeout: 240_000 };

describe.each(baseEngines)('%s', (engine) => {
  it('ORG-1 ORG-2 ORG-5 ORG-6: sets the webhook URL, sends a test event and rotates the secret', longest, async () => {
    await using first = await openWebhookEndpoint();
    await using second = await openWebhookEndpoint();
    await using service = await openRealService(engine);
    const { run } = service;
    const { id, signing_secret } = await service.addOrganization({ webhook_url: first.url });

    expect(await run(`org set ${id} --webhook-url ${second.url}`)).toContain(`Webhook URL   ${second.url}`);
    const settings = await callAdmin<Settings>(service.adminUrl, `GET /organizations/${id}/settings`, {
      headers: service.operator,
    });
    expect(settings.body).toMatchObject({ webhook_url: second.url, secret_prepared: null });
    expect(await run(`org set ${id} --webhook-url https://10.0.0.1/`, 2)).toContain('Webhooks are not sent to');
    expect(await run(`org set ${id}`, 2)).toContain("Required option '--webhook-url <URL>' not specified");
    expect(await run(`org set org_none --webhook-url ${second.url}`, 1)).toContain('No organization has the id');

    expect(await run(`org test-event ${id}`)).toMatch(/^Event +evt_\w+\nDelivery +dlv_\w+\nType +booking\.confirmed$/m);
    await eventually(
      async () => second.received.length,
      (count) => count === 1,
    );
    const [webhook] = second.received;
    const verifier = createVerifier({ secrets: [signing_secret] });
    expect(verifier.check(webhook?.text ?? '', webhook?.headers ?? {})).toMatchObject({ ok: true });

    expect(await run(`org secret show ${id}`)).toBe(`Signing secret  ${signing_secret}`);
    expect(await run(`org secret activate ${id}`, 1)).toContain('No signing secret is prepared.');
    const prepared = JSON.parse(await run(`org secret prepare ${id} --json`)) as PreparedSecret;
    expect(await run(`org secret show ${id}`)).toContain(`Prepared secret  ${prepared.signing_secret}`);
    expect(await run(`org secret discard ${id}`)).toContain('It has never signed a webhook.');
    const next = /whsec_[\w-]+/.exec(await run(`org secret prepare ${id}`))?.[0];
    expect(next).not.toBe(prepared.signing_secret);
    expect(await run(`org secret activate ${id}`)).toContain('signs with the new secret');
    const shown = JSON.parse(await run(`org secret show ${id} --json`)) as SigningSecrets;
    expect(shown).toMatchObject({ signing_secret: next, prepared: null });

    expect(await run(`org set ${id} --webhook-url none`)).toMatch(/Webhook URL +none/);
    expect(await run(`org test-event ${id}`, 1)).toContain('The organization has no webhook URL.');
    const { stderr, stdout } = await service.process.end('SIGTERM');
    for (const secret of [signing_secret, prepared.signing_secret, String(next)]) {
      expect(stdout + stderr).not.toContain(secret);
    }
  });

  it('ORG-3 AUT-7: creates, lists, renames and revokes a key while the service runs', longest, async () => {
    await using service = await openRealService(engine);
    const { run } = service;
    const { id, keys } = await service.addOrganization({ webhook_url: 'https://8.8.8.8/' });
    const made = JSON.parse(
      await run(`key create --org ${id} --mode test --name Website --scopes venues:read --json`),
    ) as CreatedApiKey;
    const search = async (key: string) => {
      const { status } = await call({ ...service.addresses, keys }, 'POST /v1/venues/search', { key, body: {} });
      return status;
    };
    expect(await search(made.key)).toBe(200);
    // An embedded server writes its counts for other processes within 200 ms. A new window may begin at any time.
    const searchAndCount = async () => {
      await search(made.key);
      return run(`org usage ${id}`);
    };
    await eventually(searchAndCount, (text) =>
      /^Requests +[1-9]\d* of 1000000, until \S+Z\nTest bookings +0 of 1000000$/.test(text),
    );
    const usage = JSON.parse(await run(`org usage ${id} --json`)) as Usage;
    expect(usage.rate).toMatchObject({ limit: 1_000_000, remaining: 1_000_000 - usage.rate.used });

    const { id: key_id } = made.api_key;
    expect(await run(`key rename ${key_id} --name Shop`)).toBe(`${key_id} (test) is now named Shop.`);
    const [head, ...rows] = (await run(`key list --org ${id}`)).split('\n').map((line) => line.split(/ {2,}/));
    expect(head).toEqual([
      'KEY ID',
      'ORGANIZATION',
      'NAME',
      'MODE',
      'STATE',
      'ENDS WITH',
      'CREATED',
      'LAST USED',
      'SCOPES',
    ]);
    expect(rows.map(([, , name]) => name)).toEqual(['Shop', 'Test key']);
    expect(rows[0]?.slice(3, 6)).toEqual(['test', 'active', made.key.slice(-4)]);
    const listed = JSON.parse(await run('key list --json')) as ApiKey[];
    expect(listed.map((key) => key.id)).toEqual([key_id, expect.any(String)]);

    expect(await run(`key revoke ${key_id}`)).toMatch(/^Revoked key_\w+ \(test\) at \S+Z\. Requests/);
    expect(await search(made.key)).toBe(401);
    expect(await search(keys.test)).toBe(200);
    expect(await run(`key revoke ${made.key}`, 1)).not.toContain(made.key);
    expect(await run(`key rename key_none --name Shop`, 1)).toContain('No key has this id.');
  });
});
