/** The file of --sign-in: what it may contain, the line of each fault, and a service that runs with it. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSignInFile } from '../../../src/command/sign-in-file.ts';
import { openMailServer } from '../../sessions/open-mail-server.ts';
import { fromPage } from '../../support/worlds/dashboard-world.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { createDatabase, environment, lineOf, prepare, serve } from '../../support/processes/served.ts';
import { openFolder, runCommand } from '../../support/processes/server-process.ts';

const guide = readFileSync(new URL('../../../../../docs/operate/sign-in.md', import.meta.url), 'utf8');
const example = (/```yaml\n([^]*?)```/.exec(guide)?.[1] ?? '').replaceAll(/^ {3}/gm, '');
const secret = { SIGN_IN_SECRET: 'a-secret-of-the-test' };

async function read(text: string, variables: Readonly<Record<string, string>> = secret) {
  await using folder = await openFolder();
  const file = join(folder.path, 'sign-in.yaml');
  await writeFile(file, text);
  return readSignInFile({ file, environment: variables });
}

it('reads the example of the guide', async () => {
  const organization_id = 'org_0123456789abcdef0123456789abcdef';
  expect((await read(example)).issuers).toEqual([
    {
      name: 'company',
      title: 'Example Company',
      issuer: 'https://login.example.com/realms/company',
      client_id: 'booking-dashboard',
      client_secret: 'a-secret-of-the-test',
      scopes: ['profile', 'email', 'groups'],
      roles: [
        { claim: 'groups', value: 'booking-operators', role: 'operator' },
        { claim: 'groups', value: 'booking-support', role: 'support' },
        { claim: 'groups', value: 'harbour-admins', role: 'admin', organization_id },
        { claim: 'email', value: 'ada@harbour.example', role: 'developer', organization_id },
      ],
    },
  ]);
});

it('reads the name and the contact of the service, also alone', async () => {
  const service = /```yaml\n(service:[^]*?)```/.exec(guide)?.[1] ?? '';
  const { operator, issuers, mailer } = await read(service);
  expect(operator).toEqual({ name: 'Example Bookings', contact: 'support@example.com' });
  expect([issuers, mailer]).toEqual([[], undefined]);
});

const issuerOf = (fields: string, roles = '[{ claim: sub, value: ada, role: operator }]') =>
  `issuers:\n- { name: a, title: A, issuer: 'https://a.test', client_id: c, ${fields}\n    roles: ${roles} }\n`;

const mailOf = (fields: string) => `mail: { host: mail.test, from: booking@diner.test, ${fields} }\n`;

it.each([
  { text: '', fault: '1: the file must be an object with issuers, with mail, or with both' },
  {
    text: 'service: { contact: call us }',
    fault: '1: contact must be an email address in ASCII, or the address of an https page',
  },
  { text: 'issuers: []', fault: '1: issuers must be a list of 1 to 10 issuers' },
  { text: issuerOf('secret: x,'), fault: '2: secret is not a field here' },
  { text: issuerOf('client_secret: hunter2,'), fault: '2: client_secret must be { env: VARIABLE }' },
  { text: issuerOf('client_secret: { env: MISSING },'), fault: '2: the environment variable MISSING is not set' },
  { text: issuerOf('algorithm: none,'), fault: '2: algorithm must be RS256, PS256 or ES256' },
  { text: issuerOf('scopes: [a b],'), fault: '2: each item of scopes must be a scope of 1 to 100 characters' },
  { text: issuerOf('').replace('https:', 'http:'), fault: '2: issuer must be an https URL, or an http URL of this' },
  { text: issuerOf('').replace('name: a', 'name: A/B'), fault: '2: name must be a text of 1 to 40 characters of a-z' },
  {
    text: issuerOf('') + issuerOf('').split('issuers:\n')[1],
    fault: '4: its name is that of the issuer in line 2, too',
  },
  { text: mailOf('type: http'), fault: '1: type must be smtp' },
  { text: mailOf('type: smtp').replace('from:', 'sender:'), fault: '1: from is missing' },
  { text: mailOf('type: smtp, password: hunter2'), fault: '1: password must be { env: VARIABLE }' },
  { text: mailOf('type: smtp, user: ada'), fault: '1: user and password belong together: set both' },
  {
    text: mailOf('type: smtp, tls: none, user: ada, password: { env: SIGN_IN_SECRET }'),
    fault: '1: a password needs TLS: set tls to starttls or implicit',
  },
  { text: issuerOf('', '[]'), fault: '3: roles must be a list of 1 to 1000 rules' },
  {
    text: issuerOf('', '[{ claim: sub, value: ada, role: owner }]'),
    fault: '3: role must be viewer, developer, admin, support or operator',
  },
  {
    text: issuerOf('', '[{ claim: sub, value: ada, role: viewer }]'),
    fault: '3: the role viewer needs an organization_id',
  },
  {
    text: issuerOf('', '[{ claim: sub, value: ada, role: operator, organization_id: org_1 }]'),
    fault: '3: the role operator is for all organizations: remove organization_id',
  },
  {
    text: issuerOf('', '[{ claim: sub, value: ada, role: support, organization_id: org_1 }]'),
    fault: '3: the role support is for all organizations: remove organization_id',
  },
])('refuses a file with its line: $fault', async ({ text, fault }) => {
  const refused = await read(text).catch((error: Error) => error.message);
  expect(refused).toContain(`sign-in.yaml:${fault}`);
  expect(refused).toMatch(/\. Fix it, or name another file with --sign-in\.$/);
  expect(refused).not.toContain('hunter2');
});

it('accepts an issuer over http on this computer', async () => {
  expect((await read(issuerOf('').replace('https://a.test', 'http://127.0.0.1:9000'))).issuers).toHaveLength(1);
});

it('serves the issuers of the file, and refuses a start with a fault', async () => {
  await using prepared = await prepare();
  await createDatabase(prepared.data);
  const file = join(prepared.data, 'sign-in.yaml');
  const [port, admin, dashboard] = await freePorts();
  await writeFile(file, 'issuers: []');
  const { data, providers } = prepared;
  const ports = ['--port', port, '--admin-port', admin];
  const refused = await runCommand(['serve', '--data', data, '--providers', providers, ...ports, '--sign-in', file], {
    environment,
  });
  expect(lineOf(refused)).toContain(`${file}:1: issuers must be a list of 1 to 10 issuers`);

  await using post = await openMailServer();
  const mail = `type: smtp, host: 127.0.0.1, port: ${post.port}, tls: none, from: booking@diner.test`;
  await writeFile(file, `service: { name: Harbour }\n${issuerOf('')}mail: { ${mail} }\n`);
  await using service = await serve(prepared, '--sign-in', file, '--dashboard-port', dashboard);
  const response = await fetch(`http://127.0.0.1:${dashboard}/session/options`);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      object: 'sign_in_options',
      service_name: 'Harbour',
      contact: null,
      issuers: [{ object: 'sign_in_issuer', name: 'a', title: 'A' }],
      email: true,
    },
  ]);
  const run = async (line: string) => (await runCommand([...line.split(' '), '--data', data], { environment })).stdout;
  const [organization_id = ''] = /org_\w+/.exec(await run('org create --name Diner')) ?? [];
  const invited = await run(`member invite --org ${organization_id} --email ada@diner.test --role viewer`);
  expect(invited).toMatch(/^http:\/\/127\.0\.0\.1:7423\/sign-in#bsl_[\w-]+\n\nSend this link to ada@diner\.test\./);
  const request = { method: 'POST', headers: { ...fromPage, 'Content-Type': 'application/json' } };
  const body = JSON.stringify({ email: 'ada@diner.test' });
  expect((await fetch(`http://127.0.0.1:${dashboard}/session/links`, { ...request, body })).status).toBe(204);
  await expect.poll(() => post.mails.length, { timeout: 60_000 }).toBe(1);
  expect(post.mails[0]?.parts['text/plain']).toMatch(/sign-in#bsl_[\w-]+/);
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
});
