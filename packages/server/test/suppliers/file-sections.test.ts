/** The keys `payments`, `cards` and `codes` of providers.yaml: what they accept, and the line and reason of each fault. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Session } from '@booking-service/contract';
import { cardTypes, paymentTypes } from '../../src/command/suppliers/service-types.ts';
import type { Integrations } from '../../src/index.ts';
import { load } from './load-text.ts';
import { createDatabase, serve } from '../support/processes/served.ts';
import { call, openFolder } from '../support/processes/server-process.ts';
import { openMailServer } from '../sessions/open-mail-server.ts';

const suppliers = 'providers: [{ name: sandbox, type: sandbox }]\n';
const environment = { SECRET: 'swordfish', LIVE_KEY: 'rk_live_swordfish', TEST_KEY: 'rk_test_swordfish' };
const http = (host: string) => `{ type: http, url: https://${host}.test, secret: { env: SECRET } }`;
const stripe = (key: string) => `type: stripe, secret_key: { env: ${key} }`;

describe('the card services of a file', () => {
  it.each([
    { what: 'both sides', text: `payments: { live: ${http('a')}, test: ${http('b')} }`, sides: ['live', 'test'] },
    { what: 'a live side', text: `payments: { live: ${http('a')} }`, sides: ['live'] },
    { what: 'a test side', text: `payments: { test: ${http('a')} }`, sides: ['test'] },
  ])('MOD-2: collect the payments of $what', async ({ text, sides }) => {
    const { payments } = (await load(suppliers + text, environment)) as Integrations;
    expect(Object.keys(payments ?? {})).toEqual(sides);
    for (const side of Object.values(payments ?? {})) expect(side).toHaveProperty('capture');
  });

  it.each([{ card: http('a') }, { card: `{ ${stripe('LIVE_KEY')}, timeout_seconds: 10 }` }])(
    'SES-3: have the cards: $card',
    async ({ card }) => {
      const loaded = (await load(`${suppliers}cards: { live: ${card} }`, environment)) as Integrations;
      expect(loaded.cards?.live).toHaveProperty('findCard');
      expect(loaded).not.toHaveProperty('payments');
    },
  );

  it('are none without the keys', async () => {
    const loaded = await load(suppliers);
    expect(loaded).not.toHaveProperty('payments');
    expect(loaded).not.toHaveProperty('cards');
  });

  const oneSide = 'payments must be an object with the sides live and test, or one of them';
  it.each([
    { text: 'payments: []', says: `2: ${oneSide}` },
    { text: 'payments: {}', says: `2: ${oneSide}` },
    { text: 'payments:\n  sandbox: {}', says: '3: sandbox is not a field here; the fields are live, test' },
    { text: 'payments:\n  live: simulate', says: '3: live must be an object with a type' },
    { text: 'payments:\n  live: {}', says: '3: type is missing' },
    { text: 'payments:\n  live: { type: paypal }', says: '3: type must be one of http, stripe' },
    { text: 'payments:\n  live:\n    type: http\n    url: https://a.test', says: '3: secret is missing' },
    {
      text: `payments:\n  live:\n    type: http\n    url: https://a.test\n    secret: swordfish`,
      says: '6: secret must be { env: VARIABLE }',
    },
    {
      text: `payments:\n  live:\n    type: http\n    url: https://a.test\n    secret: { env: SECRET }\n    success_url: https://b.test`,
      says: '7: success_url is not a field here; the fields are type, url, secret, timeout_seconds',
    },
    {
      text: 'payments:\n  test: { type: http, url: https://a.test, secret: { env: UNSET } }',
      says: '3: the environment variable UNSET is not set',
    },
    {
      text: `payments:\n  live: ${http('a')}\n  test: ${http('a')}`,
      says: '4: the test side of payments is its live side, so test keys would pay for real: set another url',
    },
    {
      text: `payments:\n  live: { ${stripe('LIVE_KEY')}, success_url: https://a.test }\n  test: { ${stripe('LIVE_KEY')}, success_url: https://b.test }`,
      says: '4: the test side of payments is its live side, so test keys would pay for real: set another secret_key',
    },
    { text: `payments:\n  live: { ${stripe('LIVE_KEY')} }`, says: '3: success_url is missing' },
    {
      text: `payments:\n  live: { ${stripe('LIVE_KEY')}, success_url: a.test }`,
      says: '3: success_url must be an http or https URL',
    },
    {
      text: `payments:\n  live: { ${stripe('LIVE_KEY')}, success_url: https://a.test, url: https://a.test }`,
      says: '3: url is not a field here; the fields are type, secret_key, timeout_seconds, success_url, cancel_url, webhook_secret, statement_descriptor_suffix, product_name',
    },
    { text: 'cards: {}', says: '2: live is missing' },
    {
      text: `cards:\n  live: ${http('a')}\n  test: ${http('b')}`,
      says: '4: test is not a field here; the fields are live',
    },
    {
      text: `cards:\n  live: { ${stripe('TEST_KEY')} }`,
      says: '3: cannot create the card service of cards: ',
    },
  ])('MOD-2: are refused: $says', async ({ text, says }) => {
    const refused = await load(suppliers + text, environment);
    expect(refused).toContain(says);
    expect(refused).not.toContain('swordfish');
  });
});

describe('docs/operate/providers-file.md', () => {
  it.each([
    { key: 'payments', types: paymentTypes },
    { key: 'cards', types: cardTypes },
  ])('shows every field of $key, and the service accepts its example', async ({ key, types }) => {
    const page = await readFile(new URL('../../../../docs/operate/providers-file.md', import.meta.url), 'utf8');
    const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
    const shown = blocks.filter((text) => new RegExp(`^${key}:$`, 'm').test(text));
    const sides = shown.flatMap((text) => Object.values((parse(text) as Record<string, object>)[key] ?? {})) as {
      type: string;
    }[];
    for (const [type, { schema }] of Object.entries(types)) {
      const fields = sides.filter((side) => side.type === type).flatMap((side) => Object.keys(side));
      expect({ type, fields }).toEqual({
        type,
        fields: expect.arrayContaining(Object.keys(schema.properties)) as unknown,
      });
    }
    const keys = {
      STRIPE_LIVE_KEY: 'rk_live_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      CARDS_SECRET: 'secret',
      CARDS_TEST_SECRET: 'secret',
    };
    for (const text of shown) {
      const refused = await load(suppliers + text, keys);
      // An older version of the package has no payments.
      expect(typeof refused === 'string' ? refused : '').toMatch(/^$|has no createStripePayments: update it/);
    }
  });
});

const smtp = 'type: smtp, host: mail.test, from: codes@harbour.test';
const httpCodes = 'type: http, url: https://sms.test, secret: { env: SECRET }';

describe('codes', () => {
  describe('the code senders of a file', () => {
    it.each([
      { what: 'one channel', codes: `{ live: { email: { ${smtp} } } }`, live: ['email'] },
      {
        what: 'both channels',
        codes: `{ live: { email: { ${smtp} }, sms: { ${httpCodes} } } }`,
        live: ['email', 'sms'],
      },
      { what: 'email over HTTP', codes: `{ live: { email: { ${httpCodes} } } }`, live: ['email'] },
    ])('SES-5: are those of $what', async ({ codes, live }) => {
      const loaded = (await load(`${suppliers}codes: ${codes}`, { SECRET: 'shared secret' })) as Integrations;
      expect(loaded.codes?.live?.channels).toEqual(live);
      expect(loaded.codes).not.toHaveProperty('test');
    });

    it('SES-5: are none without the key', async () => {
      expect(await load(suppliers)).not.toHaveProperty('codes');
    });

    it.each([
      { codes: '[]', says: '2: codes must be an object with the side live' },
      { codes: '{}', says: '2: live is missing' },
      {
        codes: `\n  live: { email: { ${smtp} } }\n  test: {}`,
        says: '4: test is not a field here; the fields are live',
      },
      { codes: '\n  live: {}', says: '3: live must be an object with the channels email and sms, or one of them' },
      { codes: '\n  live:\n    fax: {}', says: '4: fax is not a field here; the fields are email, sms' },
      { codes: '\n  live:\n    email: {}', says: '4: type is missing' },
      { codes: '\n  live:\n    email: { type: pigeon }', says: '4: type must be one of smtp, http' },
      { codes: `\n  live:\n    sms: { ${smtp} }`, says: '4: type must be http' },
      { codes: '\n  live:\n    email:\n      type: smtp\n      host: mail.test', says: '4: from is missing' },
      {
        codes: '\n  live:\n    email:\n      type: smtp\n      host: mail.test:25\n      from: a@b.test',
        says: '6: host must be a host name or an address, without a port',
      },
      {
        codes: `\n  live:\n    email:\n      type: smtp\n      host: mail.test\n      from: Codes <a@b.test>`,
        says: '7: from must be an email address in ASCII without a name; an internationalized domain has its ASCII form there, xn--…',
      },
      {
        codes: `\n  live:\n    email:\n      type: smtp\n      host: mail.test\n      from: ada@müller.test`,
        says: '7: from must be an email address in ASCII without a name; an internationalized domain has its ASCII form there, xn--…',
      },
      {
        codes: `\n  live:\n    email: { ${smtp}, port: 70000 }`,
        says: '4: port must be a whole number from 1 to 65535',
      },
      { codes: `\n  live:\n    email: { ${smtp}, tls: maybe }`, says: '4: tls must be starttls, implicit or none' },
      {
        codes: `\n  live:\n    email: { ${smtp}, user: harbour, password: swordfish }`,
        says: '4: password must be { env: VARIABLE }',
      },
      {
        codes: `\n  live:\n    email: { ${smtp}, user: harbour }`,
        says: '4: cannot create the sender of the channel email: user and password belong together: set both',
      },
      {
        codes: `\n  live:\n    email: { ${smtp}, tls: none, user: harbour, password: { env: SECRET } }`,
        says: '4: cannot create the sender of the channel email: a password needs TLS: set tls to starttls or implicit',
      },
      { codes: `\n  live:\n    sms: { ${httpCodes}, timeout: 5 }`, says: '4: timeout is not a field here' },
      { codes: '\n  live:\n    sms: { type: http, url: sms.test }', says: '4: secret is missing' },
      {
        codes: '\n  live:\n    sms: { type: http, url: https://sms.test, secret: { env: UNSET } }',
        says: '4: the environment variable UNSET is not set',
      },
    ])('SES-5: are refused: $says', async ({ codes, says }) => {
      const refused = await load(`${suppliers}codes: ${codes}`, { SECRET: 'swordfish' });
      expect(refused).toContain(says);
      expect(refused).not.toContain('swordfish');
    });
  });

  it('SES-2 SES-5: a service with nothing but a file verifies the sessions of live keys', async () => {
    await using mail = await openMailServer();
    await using folder = await openFolder();
    const [data, providers] = [join(folder.path, 'data'), join(folder.path, 'providers.yaml')];
    const sender = `{ type: smtp, host: 127.0.0.1, port: ${mail.port}, tls: none, from: codes@harbour.test }`;
    await writeFile(providers, `${suppliers}codes: { live: { email: ${sender} } }`);
    const organization = await createDatabase(data);
    await using service = await serve({ ...folder, data, providers });
    const caller = { ...service, ...organization };
    const key = organization.keys.live;

    const body = { channel: 'email', destination: 'ada@diner.test' };
    const created = await call<Session>(caller, 'POST /v1/sessions', { key, body });
    expect(created).toMatchObject({ status: 201, body: { status: 'pending' } });
    expect(mail.mails).toMatchObject([{ from: 'codes@harbour.test', to: ['ada@diner.test'] }]);
    const code = /Your code for Diner is (\d{6})\./.exec(mail.mails[0]?.parts['text/plain'] ?? '')?.[1];
    const { id } = created.body;
    expect(await call(caller, `POST /v1/sessions/${id}/verify`, { key, body: { code } })).toMatchObject({
      status: 200,
      body: { status: 'verified' },
    });
    // No vault: the session is verified, and its card cannot be read.
    expect(await call(caller, `GET /v1/sessions/${id}/card`, { key })).toMatchObject({
      status: 403,
      body: { error_code: 'cardservice_disabled' },
    });
    const { stdout, stderr } = await service.end('SIGTERM');
    expect(stdout + stderr).not.toContain(code);
  });
});
