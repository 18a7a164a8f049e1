/** Reads providers.yaml: what it accepts, and the line and reason of each fault. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Integrations } from '../../src/index.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { http, load, logged } from './load-text.ts';

it('creates the suppliers in the order of the file', async () => {
  const loaded = await load(
    `
# The first one.
providers:
  - name: corner
    type: module
    module: ./corner.mjs
    options: { table: &table 4, deep: [{ token: { env: CORNER_TOKEN } }], again: *table }
  - { name: sandbox, type: sandbox }
`,
    { CORNER_TOKEN: 'deep secret' },
  );
  expect(loaded).toMatchObject({
    suppliers: [
      { live: { name: 'corner', options: { table: 4, deep: [{ token: 'deep secret' }], again: 4 } } },
      { live: { name: 'sandbox' } },
    ],
  });
});

describe('the secret of a supplier in a file', () => {
  const text = 'providers:\n  - { name: corner, type: module, module: corner.mjs, options: { token: { env: TOKEN } } }';

  async function loadWith(secret: string, { mode = 0o600, environment = {} } = {}) {
    await using folder = await openFolder();
    const TOKEN_FILE = join(folder.path, 'token');
    await writeFile(TOKEN_FILE, secret);
    await chmod(TOKEN_FILE, mode);
    logged.length = 0;
    const loaded = await load(text, { TOKEN_FILE, ...environment });
    return { loaded, warned: logged.filter((line) => line.includes(`${TOKEN_FILE} contains a secret`)).length };
  }

  it(
    'is read from the file that the variable with _FILE names, and a file of everyone is warned about',
    { tags: ['needs-posix'] },
    async () => {
      const loaded = { suppliers: [{ live: { options: { token: 'swordfish' } } }] };
      expect(await loadWith('swordfish\n')).toMatchObject({ loaded, warned: 0 });
      expect(await loadWith('swordfish', { mode: 0o644 })).toMatchObject({ loaded, warned: 1 });
    },
  );

  it('is refused without its text if the file is missing or empty, or if the variable is set too', async () => {
    expect(await load(text, { TOKEN_FILE: '/nowhere/token' })).toBe(
      'Cannot read the file /nowhere/token of TOKEN_FILE (ENOENT). Fix it, or name another file.',
    );
    expect((await loadWith('\n')).loaded).toMatch(/^2: \S+token, which TOKEN_FILE names, is empty\./);
    expect((await loadWith('swordfish', { environment: { TOKEN: 'swordfish' } })).loaded).toBe(
      '2: TOKEN and TOKEN_FILE are both set; unset one of them. Fix it, or name another file with --providers.',
    );
  });
});

it('creates a supplier of the type http, which handles the venues with its prefix', async () => {
  const text = `
providers:
  - { name: corner, type: http, url: 'https://corner.test/api/', secret: { env: SECRET } }
  - { name: harbour, type: http, url: 'http://127.0.0.1:1', secret: { env: SECRET }, venue_prefix: ven_h-, timeout_seconds: 5 }
`;
  const loaded = await load(text, { SECRET: 'shared secret' });
  const { suppliers } = loaded as Integrations;
  const handled = ['ven_corner_1', 'ven_h-1', 'ven_harbour_1'].map((id) => {
    return suppliers.flatMap(({ live }) => (live?.handlesVenue(id) ? [live.name] : []));
  });
  expect(handled).toEqual([['corner'], ['harbour'], []]);
});

const corner = '  - name: corner\n    type: module\n    module: ./corner.mjs\n';

describe('refuses', () => {
  it.each([
    { what: 'an empty file', text: '', says: '1: the file must be a list of suppliers below the key providers' },
    { what: 'a list', text: '- name: corner', says: '1: the file must be a list of suppliers below the key providers' },
    { what: 'an object without the key', text: '# none\n{}', says: '2: providers is missing' },
    { what: 'no supplier', text: 'providers: []', says: '1: providers must be a list of 1 to 50 suppliers' },
    {
      what: 'a text',
      text: 'providers:\n  - corner',
      says: '2: each item of providers must be an object with a name and a type',
    },
    {
      what: 'a misspelt key',
      text: `providers:\n${corner}\nprovider: []`,
      says: '6: provider is not a field here; the fields are providers, payments, cards, codes',
    },
    { what: 'no type', text: 'providers:\n  - name: corner', says: '2: type is missing' },
    {
      what: 'an unknown type',
      text: 'providers:\n  - name: corner\n    type: soap',
      says: '3: type must be one of http, module, octo, sandbox',
    },
    {
      what: 'an upper-case name',
      text: 'providers:\n  - type: sandbox\n    name: Corner',
      says: '3: name must be a text of 1 to 40 characters of a-z, 0-9, _ and -',
    },
    {
      what: 'a repeated name',
      text: `providers:\n${corner}${corner}`,
      says: '5: corner is the name of the supplier in line 2 too',
    },
    { what: 'a missing field', text: 'providers:\n  - name: corner\n    type: module', says: '2: module is missing' },
    {
      what: 'an unknown field',
      text: `providers:\n${corner}    modul: ./b.mjs`,
      says: '5: modul is not a field here; the fields are name, type, module, options, test',
    },
    {
      what: 'a value of another type',
      text: 'providers:\n  - name: corner\n    type: module\n    module: [./corner.mjs]',
      says: '4: module must be the path of a module',
    },
    {
      what: 'a variable that is not set',
      text: `providers:\n${corner}    options:\n      token: { env: CORNER_TOKEN }`,
      says: '6: the environment variable CORNER_TOKEN is not set',
    },
    { what: 'YAML that does not parse', text: 'providers:\n  - name: [corner', says: '2: Flow sequence' },
    { what: 'a repeated key', text: `providers:\n${corner}    module: ./b.mjs`, says: '5: Map keys must be unique' },
    { what: 'an unknown tag', text: 'providers: []\nother: !secret x', says: '2: Unresolved tag. Fix it' },
    {
      what: 'text after a key',
      text: 'providers:\n}hunter2',
      says: '2: Unexpected flow-map-end token in YAML stream. ',
    },
    {
      what: 'text after a sign',
      text: 'providers: |hunter2\n x',
      says: '1: Block scalar header includes extra characters. ',
    },
    { what: 'two documents', text: 'providers: []\n---\nproviders: []', says: 'Source contains multiple documents' },
    { what: 'an alias bomb', text: bomb(), says: 'FILE is not valid YAML.' },
    { what: 'a very long file', text: '#'.repeat(1_000_001), says: 'FILE is longer than 1000000 characters.' },
    {
      what: 'a module that does not exist',
      text: 'providers:\n  - name: corner\n    type: module\n    module: ./none.mjs',
      says: '2: cannot create corner: Cannot find module',
    },
    {
      what: 'half a provider',
      text: 'providers:\n  - name: half\n    type: module\n    module: ./half.mjs',
      says: '2: cannot create half: the default export of ./half.mjs has no function searchVenues',
    },
    {
      what: 'a provider with another name',
      text: 'providers:\n  - name: corner\n    type: module\n    module: ./named.mjs',
      says: '2: cannot create corner: the provider of ./named.mjs is named other, not corner',
    },
    {
      what: 'a url that is no address',
      text: 'providers:\n  - name: corner\n    type: http\n    url: corner.test\n    secret: { env: PATH }',
      says: '4: url must be an http or https URL without a user name, a query and a fragment',
    },
    {
      what: 'a url with a password',
      text: 'providers:\n  - name: corner\n    type: http\n    url: https://me:hunter2@corner.test\n    secret: { env: PATH }',
      says: '4: url must be an http or https URL without a user name, a query and a fragment. Fix it',
    },
    {
      what: 'a timeout over the deadline of the service',
      text: `providers:\n${http('corner', '    timeout_seconds: 31\n')}`,
      says: '6: timeout_seconds must be a whole number from 1 to 30',
    },
    {
      what: 'a secret that is not set',
      text: `providers:\n${http('corner')}`,
      says: '5: the environment variable PATH is not set',
    },
    {
      what: 'suppliers whose venues overlap',
      text: `providers:\n${http('corner').replace('{ env: PATH }', '{ env: SET }')}${http('corner_cafe').replace('{ env: PATH }', '{ env: SET }')}`,
      says: '6: corner_cafe and corner would handle the same venues: ven_corner_cafe_ and ven_corner_ overlap. Set venue_prefix',
    },
    {
      what: 'a module that throws',
      text: 'providers:\n  - name: corner\n    type: module\n    module: ./failing.mjs',
      says: '2: cannot create corner: no licence. Fix it, or name another file with --providers.',
    },
    {
      what: 'a sandbox with another name',
      text: `providers:\n${corner}  - name: mine\n    type: sandbox`,
      says: '5: cannot create mine: a supplier of the type sandbox must be named sandbox',
    },
  ])('$what', async ({ text, says }) => {
    const refusal = await load(text, { SET: 'shared secret' });
    expect(refusal).toContain(says);
    expect(refusal).not.toContain('hunter2');
    expect(refusal).toMatch(/Fix it, or name another file with --providers\.$/);
  });

  it('an empty variable', async () => {
    const text = `providers:\n${corner}    options: { token: { env: CORNER_TOKEN } }`;
    expect(await load(text, { CORNER_TOKEN: ' ' })).toContain('5: the environment variable CORNER_TOKEN is empty');
  });
});

/** Aliases that would expand to 9^9 items. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, level) => {
    const items = level === 0 ? 'x' : `*a${level - 1}`;
    return `a${level}: &a${level} [${Array.from({ length: 9 }, () => items).join(', ')}]`;
  });
  return `${lines.join('\n')}\nproviders: *a8`;
}
