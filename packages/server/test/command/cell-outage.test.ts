/**
 * The program while one cell is down: its start, and every command that uses cells.
 *
 * @module-tag slow
 */
// oxlint-disable vitest/no-conditional-expect -- The table states what is expected of each command.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedAccessToken, CreatedApiKey, CreatedOrganization } from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedCommands, runCommandLine, type CommandResult } from '../../src/command/run-command-line.ts';
import { startPostgresServer, type PostgresServer } from '../support/postgres/postgres-server.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { call, eventually, openFolder, startCommand } from '../support/processes/server-process.ts';
import { callAdmin } from '../support/worlds/admin-world.ts';

const names = ['one', 'two', 'three'] as const;
type CellName = (typeof names)[number];

interface Tenant {
  readonly id: string;
  readonly key_id: string;
  readonly key: string;
}

/**
 * The cells that a command needs:
 *  all       every cell. It leaves out the one that is down, and names it
 *  own       the cell of the organization, or of the object, in its line
 *  operator  the first cell
 *  any       one that responds
 */
const commands: Readonly<Record<string, readonly ['all' | 'own' | 'operator' | 'any', arguments: string]>> = {
  serve: ['any', '--only none'],
  migrate: ['all', ''],
  maintain: ['all', ''],
  archive: ['all', 'FOLDER --dry-run --old-events archive'],
  'access list': ['all', '--json'],
  'access create': ['operator', '--name Ada --role support'],
  'access revoke': ['own', 'tok_ID'],
  'org list': ['all', '--json'],
  'org create': ['any', '--name Diner'],
  'org suspend': ['own', 'ORG'],
  'org resume': ['own', 'ORG'],
  'org limits': ['own', 'ORG --rate-limit 300'],
  'org set': ['own', 'ORG --webhook-url none'],
  'org test-event': ['own', 'ORG'],
  'org secret show': ['own', 'ORG'],
  'org secret prepare': ['own', 'ORG'],
  'org secret activate': ['own', 'ORG'],
  'org secret discard': ['own', 'ORG'],
  'org usage': ['own', 'ORG'],
  'org move': ['own', 'ORG --to CELL'],
  'org settle': ['all', 'ORG'],
  'key create': ['own', '--org ORG --mode test'],
  'key list': ['all', '--json'],
  'key rename': ['own', 'KEY --name Website'],
  'key revoke': ['own', 'key_ID'],
  'request list': ['own', '--org ORG'],
  'request usage': ['own', '--org ORG'],
  'request failures': ['all', '--json'],
  'member list': ['own', '--org ORG'],
  'member invite': ['own', '--org ORG --email ada@diner.test --role viewer'],
  'member role': ['own', 'mem_1 --org ORG --role viewer'],
  'member remove': ['own', 'mem_1 --org ORG'],
  'operator list': ['operator', ''],
  'operator invite': ['operator', '--email ada@diner.test --role support'],
  'operator role': ['operator', 'mem_1 --role support'],
  'operator remove': ['operator', 'mem_1'],
  'delivery list': ['own', '--org ORG'],
  'delivery show': ['own', 'del_1 --org ORG'],
  'delivery resend': ['own', 'del_1 --org ORG'],
  'delivery resend-many': ['own', '--org ORG --from 2026-11-01T00:00:00Z'],
  'delivery count': ['own', '--org ORG'],
  'booking list': ['own', '--org ORG'],
  'booking find': ['own', '--org ORG --key order-1'],
  'booking show': ['own', 'bkg_1 --org ORG'],
  'booking retry': ['own', 'bkg_1 --org ORG'],
  'booking fail': ['own', 'bkg_1 --org ORG'],
  'booking timeline': ['own', 'bkg_1 --org ORG'],
  'booking erase': ['own', 'bkg_1 --org ORG'],
  'booking export': ['own', 'bkg_1 --org ORG'],
  'booking stuck': ['all', '--json'],
  'payment list': ['own', '--org ORG'],
  'payment reconcile': ['own', '--org ORG --providers PROVIDERS'],
  'payment refund': ['own', 'bkg_1 --org ORG --amount-refunded 1'],
  audit: ['all', '--json'],
  'dashboard link': ['own', '--role viewer --org ORG'],
  'dashboard sessions': ['all', '--json'],
  'dashboard revoke': ['own', 'das_ID'],
  'guest export': ['own', '--org ORG --contact ada@diner.test'],
  'guest erase': ['own', '--org ORG --contact ada@diner.test'],
  'sealing-key status': ['all', ''],
  'sealing-key rotate': ['all', ''],
  'sealing-key recover': ['all', ''],
  'cell list': ['any', ''],
  'cell check': ['all', ''],
  'cell add': ['own', 'CELL'],
  'cell drain': ['own', 'CELL'],
};

describe('while one of three cells is down', () => {
  const opened = new AsyncDisposableStack();
  let servers: readonly PostgresServer[] = [];
  let folder = '';
  let module = '';
  let environment: Readonly<Record<string, string>> = {};
  const tenants = new Map<CellName, Tenant>();
  let token = '';

  beforeAll(async () => {
    servers = await Promise.all(names.map(() => startPostgresServer()));
    for (const server of servers) opened.use(server);
    folder = opened.use(await openFolder()).path;
    const file = join(folder, 'cells.yaml');
    const cells = names.map((name, at) => `  - { name: ${name}, number: ${at + 1}, database: { env: CELL_${at} } }`);
    await writeFile(file, ['cells:', ...cells].join('\n'));
    environment = {
      BOOKING_SERVICE_CELLS: file,
      BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...Object.fromEntries(servers.map(({ url }, at) => [`CELL_${at}`, url])),
    };
    module = join(folder, 'providers.mjs');
    const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));
    await writeFile(
      module,
      `import { createSandboxProvider } from ${index};
      export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`,
    );
    const run = async (line: string) => {
      const ended = await runCommandLine(line.split(' '), environment);
      expect(ended).toEqual({ exitCode: 0, text: expect.any(String) });
      return ended.text;
    };
    await run('migrate');
    for (const name of names) {
      const { organization } = JSON.parse(
        await run(`org create --name ${name} --cell ${name} --json`),
      ) as CreatedOrganization;
      const { api_key, key } = JSON.parse(
        await run(`key create --org ${organization.id} --mode test --json`),
      ) as CreatedApiKey;
      tenants.set(name, { id: organization.id, key_id: api_key.id, key });
    }
    token = (JSON.parse(await run('access create --name Ada --role operator --json')) as CreatedAccessToken).token;
  }, 240_000);
  afterAll(() => opened.disposeAsync());

  const tenantOf = (cell: CellName): Tenant => {
    const tenant = tenants.get(cell);
    if (!tenant) throw new Error(`No organization is in ${cell}.`);
    return tenant;
  };

  /** Runs the command with a line about the organization of the cell. */
  async function runIn(cell: CellName, words: string): Promise<CommandResult> {
    const { id, key_id } = tenantOf(cell);
    const number = names.indexOf(cell) + 1;
    const filled = (commands[words]?.[1] ?? '')
      .replace('ORG', id)
      .replace('KEY', key_id)
      .replace('_ID', `_${'0'.repeat(32)}_${number}`)
      .replace('CELL', cell)
      .replace('FOLDER', join(folder, 'archive'))
      .replace('PROVIDERS', module);
    return runCommandLine([...words.split(' '), ...filled.split(' ').filter(Boolean)], environment);
  }

  it('has every command that uses cells in its table', async () => {
    const used: string[] = [];
    for (const [words] of namedCommands) {
      const { text } = await runCommandLine(['help', ...words.split(' ')], {});
      if (text.includes('--cells <')) used.push(words);
    }
    expect(Object.keys(commands).toSorted()).toEqual(used.toSorted());
  });

  describe.each(names)('%s', (down) => {
    const at = names.indexOf(down);
    const others = names.filter((name) => name !== down);
    beforeAll(() => servers[at]?.crash());
    afterAll(async () => {
      await servers[at]?.crash();
      await servers[at]?.start();
    });

    /** Runs the command with a line that does not need the cell, and with one that does. */
    async function expectNamed(words: string): Promise<void> {
      const [needs] = commands[words] ?? [];
      const [other = down] = others;
      const ended = await runIn(other, words);
      const reason = `Cell ${down}: The database cannot be reached`;
      if (needs === 'operator' && down === 'one') {
        expect(ended).toEqual({ exitCode: 1, text: expect.stringContaining(reason) });
        return;
      }
      if (needs === 'all') {
        expectLeftOut(words, ended);
        return;
      }
      // Some lines are about an object that does not exist. Their refusal is that of a complete service.
      expect(ended).not.toHaveProperty('warnings');
      expect(ended.text).not.toContain('cannot be reached');
      if (words !== 'cell list') expect(ended.text).not.toContain(`Cell ${down}`);
      expect([0, 1]).toContain(ended.exitCode);
      if (needs !== 'own') return;
      // These two connect to the cell alone.
      const isOfCell = words === 'cell add' || words === 'cell drain';
      const expected = isOfCell ? `Cell ${down}: Cannot use the database postgres://` : reason;
      expect(await runIn(down, words)).toEqual({ exitCode: 1, text: expect.stringContaining(expected) });
    }

    function expectLeftOut(words: string, ended: CommandResult): void {
      expect(ended).toEqual({
        exitCode: 3,
        text: expect.any(String),
        isReport: true,
        warnings: [expect.stringContaining(`Unavailable cell: ${down}.`)],
      });
      for (const name of others) {
        const { id, key_id } = tenantOf(name);
        if (words === 'org list' || words === 'audit') expect(ended.text).toContain(id);
        if (words === 'key list') expect(ended.text).toContain(key_id);
      }
      if (words === 'booking stuck') expect(JSON.parse(ended.text)).toMatchObject({ unavailable_cells: [down] });
    }

    // The third cell differs from the second for no command about one organization.
    const isNew = (words: string) => down !== 'three' || commands[words]?.[0] !== 'own';
    it.each(Object.keys(commands).filter((words) => words !== 'serve' && isNew(words)))(
      '%s does what it can, and names the cell',
      { timeout: 60_000 },
      async (words) => {
        expect.hasAssertions();
        await expectNamed(words);
      },
    );

    it(
      'serve starts, serves the others, names the cell, and joins it when it is back',
      { timeout: 120_000 },
      async () => {
        const [port, admin, dashboard] = await freePorts();
        const ports = ['--port', port, '--admin-port', admin, '--dashboard-port', dashboard];
        await using service = startCommand(['serve', '--providers', module, ...ports], { environment });
        await service.printed('Stop: Ctrl-C');
        const search = async (cell: CellName) => {
          const { key } = tenantOf(cell);
          const server = { url: `http://127.0.0.1:${port}`, keys: { test: key, live: '' } };
          return (await call(server, 'POST /v1/venues/search', { body: {} })).status;
        };
        expect(await Promise.all(names.map(search))).toEqual(names.map((name) => (name === down ? 503 : 200)));
        const adminUrl = `http://127.0.0.1:${admin}`;
        const headers = { Authorization: `Bearer ${token}` };
        const ready = () => callAdmin<{ not_ready: unknown }>(adminUrl, 'GET /readyz');
        expect(await ready()).toMatchObject({
          status: 200,
          body: {
            ready: true,
            not_ready: [{ check: 'database', message: expect.stringContaining(`Cell ${down}: database_unreachable`) }],
          },
        });
        const metrics = async () => (await fetch(`${adminUrl}/metrics`, { headers })).text();
        const listed = () => callAdmin(adminUrl, 'GET /organizations', { headers });
        // The tokens of operators are in the first cell.
        const hasToken = down !== 'one';
        expect(await listed()).toMatchObject(
          hasToken ? { status: 200, body: { unavailable_cells: [down] } } : { status: 503 },
        );
        expect((await metrics()).includes(`booking_service_cell_up{cell="${down}"} 0`)).toBe(hasToken);

        await servers[at]?.start();
        const status = await eventually(
          () => search(down),
          (found) => found !== 503,
        );
        expect(status).toBe(200);
        await eventually(ready, ({ body }) => Array.isArray(body.not_ready) && body.not_ready.length === 0);
        expect((await listed()).body).not.toHaveProperty('unavailable_cells');
        expect(await metrics()).toContain(`booking_service_cell_up{cell="${down}"} 1`);
        const { code, stderr } = await service.end('SIGTERM');
        expect(code).toBe(0);
        const lines = stderr.split('\n').filter((line) => line.includes('a cell cannot be reached'));
        expect(lines).toEqual([expect.stringContaining(`"cell":"${down}"`)]);
      },
    );
  });
});
