/** The key `codes` of providers.yaml: what it accepts, the line and reason of each fault, and the sessions of a service with it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { Integrations } from '../../src/index.ts';
import { createDatabase, serve } from '../support/processes/served.ts';
import { call, openFolder } from '../support/processes/server-process.ts';
import { load } from '../suppliers/load-text.ts';
import { openMailServer } from './open-mail-server.ts';

const suppliers = 'providers: [{ name: sandbox, type: sandbox }]\n';
const smtp = 'type: smtp, host: mail.test, from: codes@harbour.test';
const http = 'type: http, url: https://sms.test, secret: { env: SECRET }';

describe('the code senders of a file', () => {
  it.each([
    { what: 'one channel', codes: `{ live: { email: { ${smtp} } } }`, live: ['email'] },
    { what: 'both channels', codes: `{ live: { email: { ${smtp} }, sms: { ${http} } } }`, live: ['email', 'sms'] },
    { what: 'email over HTTP', codes: `{ live: { email: { ${http} } } }`, live: ['email'] },
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
    { codes: `\n  live: { email: { ${smtp} } }\n  test: {}`, says: '4: test is not a field here; the fields are live' },
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
    { codes: `\n  live:\n    sms: { ${http}, timeout: 5 }`, says: '4: timeout is not a field here' },
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
