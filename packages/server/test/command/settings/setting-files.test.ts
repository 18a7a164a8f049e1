/** The files that settings name: their secrets, and the file of --sign-in with the line of each fault. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { readSettings, type Sources } from '../../../src/command/settings/read-settings.ts';
import { fileVariable, listSettings } from '../../../src/command/settings/settings.ts';
import type { Settings } from '../../../src/command/settings/effective-settings.ts';
import { openFolder, runCommand } from '../../support/processes/server-process.ts';
import { readSignInFile } from '../../../src/command/sign-in-file.ts';
import { openMailServer } from '../../sessions/open-mail-server.ts';
import { fromPage } from '../../support/worlds/dashboard-world.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { createDatabase, environment, lineOf, prepare, serve } from '../../support/processes/served.ts';

const key = Buffer.alloc(32, 9).toString('base64');

function read(sources: Partial<Sources> = {}): Settings {
  return readSettings({ flags: {}, config: undefined, environment: {}, start: 'service', ...sources });
}

describe('a source that another one overrides', () => {
  it('is checked too', async () => {
    const wrong = { BOOKING_SERVICE_PORT: '1e4' };
    expect(() => read({ environment: wrong, flags: { port: '8000' } })).toThrow(
      'BOOKING_SERVICE_PORT must be a whole number from 1 to 65534, not "1e4".',
    );
    const variables = { BOOKING_SERVICE_PORT: '8002' };
    await using folder = await openFolder();
    const config = join(folder.path, 'config.json');
    await writeFile(config, '{"port": 0}');
    expect(() => read({ config, environment: variables, flags: { port: '8000' } })).toThrow(
      /^port in .*config\.json must be/,
    );
  });

  it.each(['1e1', '5.0', '-0', '"1e1"', '1e400'])('is refused in the file as it is written: %s', async (written) => {
    await using folder = await openFolder();
    const config = join(folder.path, 'config.json');
    await writeFile(config, `{"tick_seconds": ${written}}`);
    const text = `must be a whole number from 1 to 3600, not ${JSON.stringify(written.replaceAll('"', ''))}.`;
    expect(() => read({ config, flags: { tick_seconds: '5' } })).toThrow(text);
  });
});

describe('a secret in a file', () => {
  /** Reads the settings with a file that contains this text, with this mode. Returns the warnings too. */
  async function readWithSecret(
    text: string | Uint8Array,
    { variable = 'BOOKING_SERVICE_SEALING_KEY_FILE', mode = 0o600, environment: variables = {} } = {},
  ) {
    await using folder = await openFolder();
    const file = join(folder.path, 'secret');
    await writeFile(file, text);
    await chmod(file, mode);
    const warnings: string[] = [];
    const settingsRead = read({
      environment: { [variable]: file, ...variables },
      warn: (warning) => void warnings.push(warning),
    });
    return { ...settingsRead, warnings, file };
  }

  it('is read for every setting that may contain one, without the line break at its end', async () => {
    const texts = {
      database: 'postgres://booking:swordfish@db.test/bookings',
      alert_url: 'https://alerts.test/token',
      webhook_proxy: 'http://user:swordfish@proxy.test:3128',
      sealing_key: key,
      second_sealing_key: key,
    } as const;
    const withFile = listSettings().filter(([name]) => fileVariable(name) !== undefined);
    expect(withFile.map(([name]) => name)).toEqual(Object.keys(texts));
    const secretText = listSettings().filter(([, { isSecret }]) => isSecret);
    expect(withFile).toEqual(expect.arrayContaining(secretText));
    for (const [name, text] of Object.entries(texts)) {
      const variable = `BOOKING_SERVICE_${name.toUpperCase()}_FILE`;
      const expected = name.endsWith('sealing_key') ? Buffer.alloc(32, 9) : text;
      for (const end of ['', '\n', '\r\n']) {
        expect(await readWithSecret(`${text}${end}`, { variable })).toMatchObject({ [name]: expected, warnings: [] });
      }
    }
  });

  it('is overridden by a flag and overrides the configuration file', async () => {
    const variable = 'BOOKING_SERVICE_ALERT_URL_FILE';
    await using folder = await openFolder();
    const [file, config] = [join(folder.path, 'secret'), join(folder.path, 'config.json')];
    await writeFile(file, 'https://alerts.test/file');
    await writeFile(config, '{"alert_url": "https://alerts.test/config"}');
    expect(read({ environment: { [variable]: file }, config }).alert_url).toBe('https://alerts.test/file');
    const flags = { alert_url: 'https://alerts.test/flag' };
    expect(read({ environment: { [variable]: file }, config, flags }).alert_url).toBe(flags.alert_url);
  });

  it('is refused without its text if it is wrong, missing, too long, or also in its variable', async () => {
    await expect(readWithSecret('swordfish')).rejects.toThrow(
      /^\/\S+\/secret, which BOOKING_SERVICE_SEALING_KEY_FILE names, must be 32 bytes in base64, .* may be secret\.$/,
    );
    await expect(readWithSecret(`${key}\n\n`)).rejects.toThrow('must be 32 bytes in base64');
    await expect(readWithSecret(Buffer.alloc(65_537, 'x'))).rejects.toThrow(
      /^Cannot read the file \S+ of BOOKING_SERVICE_SEALING_KEY_FILE \(it is longer than 65536 bytes\)\./,
    );
    const variables = { BOOKING_SERVICE_SEALING_KEY: key };
    await expect(readWithSecret(key, { environment: variables })).rejects.toThrow(
      'BOOKING_SERVICE_SEALING_KEY and BOOKING_SERVICE_SEALING_KEY_FILE are both set. Unset one of them.',
    );
    expect(() => read({ environment: { BOOKING_SERVICE_SEALING_KEY_FILE: '/nowhere/key' } })).toThrow(
      'Cannot read the file /nowhere/key of BOOKING_SERVICE_SEALING_KEY_FILE (ENOENT). Fix it, or name another file.',
    );
    expect(() => read({ environment: { BOOKING_SERVICE_PORT_FILE: '/nowhere/port' } })).toThrow(
      'BOOKING_SERVICE_PORT_FILE is not a setting.',
    );
  });

  it('is warned about if every user can read the file', { tags: ['needs-posix'] }, async () => {
    const { warnings, file } = await readWithSecret(key, { mode: 0o644 });
    expect(warnings).toEqual([
      `${file} contains a secret, and every user of this computer can read it. Take that right away: chmod o-r ${file}`,
    ]);
    expect((await readWithSecret(key, { mode: 0o640 })).warnings).toEqual([]);
  });

  it(
    'is warned about in the configuration file too, and the command prints it',
    { tags: ['needs-posix'] },
    async () => {
      await using folder = await openFolder();
      const config = join(folder.path, 'config.json');
      const run = async (text: object, mode: number) => {
        await writeFile(config, JSON.stringify(text));
        await chmod(config, mode);
        return runCommandLine(['org', 'list', '--data', join(folder.path, 'data'), '--config', config], {});
      };
      const warnings = [expect.stringContaining(`${config} contains a secret`)];
      expect(await run({ sealing_key: key }, 0o644)).toMatchObject({ exitCode: 1, warnings });
      expect(await run({ sealing_key: key }, 0o600)).not.toHaveProperty('warnings');
      expect(await run({ port: 8000 }, 0o644)).not.toHaveProperty('warnings');
      // The path may be a token.
      expect(await run({ alert_url: 'https://alerts.test/token' }, 0o644)).toMatchObject({ warnings });
    },
  );
});

describe('a wrong value that may be a secret', () => {
  it.each([
    { name: 'alert_url', value: 'hooks.test/T0/swordfish' },
    { name: 'alert_url', value: 'https://user:swordfish@alerts.test' },
    { name: 'alert_url', value: { url: 'swordfish' } },
    { name: 'dashboard_url', value: 'https://user:swordfish@dashboard.test' },
    { name: 'database', value: { url: 'postgres://user:swordfish@db.test/bookings' } },
  ])('is not printed: $value of $name', async ({ name, value }) => {
    const hidden = /must be .+\. Its value is not shown, because it may be secret\.$/;
    await using folder = await openFolder();
    const config = join(folder.path, 'config.json');
    await writeFile(config, JSON.stringify({ [name]: value }));
    expect(() => read({ config })).toThrow(hidden);
    const variable = `BOOKING_SERVICE_${name.toUpperCase()}`;
    if (typeof value !== 'string') return;
    expect(() => read({ environment: { [variable]: value } })).toThrow(hidden);
    expect(() => read({ flags: { [name]: value } })).toThrow(hidden);
  });
});

const guide = readFileSync(new URL('../../../../../docs/operate/sign-in.md', import.meta.url), 'utf8');
const example = (/```yaml\n([^]*?)```/.exec(guide)?.[1] ?? '').replaceAll(/^ {3}/gm, '');
const secret = { SIGN_IN_SECRET: 'a-secret-of-the-test' };

async function readSignIn(text: string, variables: Readonly<Record<string, string>> = secret) {
  await using folder = await openFolder();
  const file = join(folder.path, 'sign-in.yaml');
  await writeFile(file, text);
  return readSignInFile({ file, environment: variables });
}

describe('the file of --sign-in', () => {
  it('reads the example of the guide', async () => {
    const organization_id = 'org_0123456789abcdef0123456789abcdef';
    expect((await readSignIn(example)).issuers).toEqual([
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
    const { operator, issuers, mailer } = await readSignIn(service);
    expect(operator).toEqual({ name: 'Example Bookings', contact: 'support@example.com' });
    expect([issuers, mailer]).toEqual([[], undefined]);
  });

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
    {
      text: issuerOf('').replace('name: a', 'name: A/B'),
      fault: '2: name must be a text of 1 to 40 characters of a-z',
    },
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
    const refused = await readSignIn(text).catch((error: Error) => error.message);
    expect(refused).toContain(`sign-in.yaml:${fault}`);
    expect(refused).toMatch(/\. Fix it, or name another file with --sign-in\.$/);
    expect(refused).not.toContain('hunter2');
  });

  it('accepts an issuer over http on this computer', async () => {
    expect((await readSignIn(issuerOf('').replace('https://a.test', 'http://127.0.0.1:9000'))).issuers).toHaveLength(1);
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
    const run = async (line: string) =>
      (await runCommand([...line.split(' '), '--data', data], { environment })).stdout;
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
});

const issuerOf = (fields: string, roles = '[{ claim: sub, value: ada, role: operator }]') =>
  `issuers:\n- { name: a, title: A, issuer: 'https://a.test', client_id: c, ${fields}\n    roles: ${roles} }\n`;

const mailOf = (fields: string) => `mail: { host: mail.test, from: booking@diner.test, ${fields} }\n`;
