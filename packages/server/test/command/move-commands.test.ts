/**
 * booking-service org move, cell list, cell add and cell drain.
 *
 * @module-tag slow
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedApiKey, CreatedOrganization } from '@booking-service/contract/admin';
import { nameOfDatabase } from '@booking-service/kernel/store';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { moveOrganization, type MoveStep } from '../../src/store/moves/move-organization.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';

const longest = { timeout: 240_000 };
const sealing_key = Buffer.alloc(32, 7).toString('base64');

async function openCommands() {
  await using opened = new AsyncDisposableStack();
  const west = opened.use(await makePostgresDatabase());
  const east = opened.use(await makePostgresDatabase());
  const folder = opened.use(await openFolder());
  const file = join(folder.path, 'cells.yaml');
  await writeFile(
    file,
    `
cells:
  - { name: west, number: 1, database: { env: WEST } }
  - { name: east, number: 2, database: { env: EAST } }
`,
  );
  const environment = {
    BOOKING_SERVICE_CELLS: file,
    BOOKING_SERVICE_SEALING_KEY: sealing_key,
    WEST: west.url,
    EAST: east.url,
  };
  const running = opened.move();
  return {
    west,
    east,
    environment,
    run: (line: string) => runCommandLine(line.split(' '), environment),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('adds cells, moves an organization, and drains a cell', longest, async () => {
  await using commands = await openCommands();
  const { west, east } = commands;
  const run = async (line: string) => {
    const ended = await commands.run(line);
    expect(ended).toEqual({ exitCode: 0, text: expect.any(String) });
    return ended.text;
  };
  const list = async () => JSON.parse(await run('cell list --json')) as unknown;
  const reason = `The database ${nameOfDatabase(east.url)} is empty. Bring it up to date first: booking-service migrate`;
  expect(await run('cell add west')).toContain(
    `Created the tables in ${nameOfDatabase(west.url)}. It is the cell west (1).`,
  );
  expect(await run('cell add west')).toContain('is at the newest migration. It is the cell west (1).');
  expect(await list()).toEqual([
    { name: 'west', number: 1, state: 'open', organizations: 0, pending: 0 },
    { name: 'east', number: 2, state: 'unavailable', organizations: null, pending: null, reason },
  ]);
  await run('cell add east');

  const create = async (name: string) => {
    const created = JSON.parse(await run(`org create --name ${name} --cell west --json`)) as CreatedOrganization;
    return created.organization.id;
  };
  const [harbour, corner] = [await create('Harbour'), await create('Corner')];
  const { api_key } = JSON.parse(await run(`key create --org ${harbour} --mode test --json`)) as CreatedApiKey;
  expect(await run(`org move ${harbour} --to east --as Ada`)).toMatch(
    new RegExp(
      `^Moved the organization ${harbour} from west to east\\. Rows: \\d+\\. Its writes were refused for \\d+ ms\\.$`,
    ),
  );
  expect(await run(`org move ${harbour} --to east`)).toBe(
    `Nothing to do: the organization ${harbour} is in the cell east.`,
  );
  expect(await list()).toMatchObject([{ organizations: 1 }, { organizations: 1 }]);
  expect(await west.query(`SELECT id FROM organizations`)).toEqual([{ id: corner }]);
  expect(await run(`audit --org ${harbour} --json`)).toContain('"moveOrganization"');
  expect(await run(`audit --org ${harbour} --action moveOrganization`)).toContain('Ada (command)');
  // The id of the key has the number of the cell that it left.
  await run(`key revoke ${api_key.id}`);

  const plan = `  ${corner} to east`;
  expect(await run('cell drain west')).toBe(
    `These moves would empty the cell west. Run the command with --go:\n${plan}`,
  );
  expect(await list()).toMatchObject([{ state: 'open', organizations: 1 }, { organizations: 1 }]);
  expect(await run('cell drain west --go')).toBe(`Moved every organization of the cell west:\n${plan}`);
  expect(await list()).toMatchObject([{ state: 'draining', organizations: 0 }, { organizations: 2 }]);
  // The empty cell gets no new organizations.
  const next = JSON.parse(await run('org create --name Bar --json')) as CreatedOrganization;
  expect(next.organization.id).toMatch(/_2$/);
  expect(await run('cell drain west --stop')).toBe('The cell west gets new organizations again.');
  expect(await list()).toMatchObject([{ state: 'open' }, { organizations: 3 }]);
});

it('cancels a move that was interrupted, and refuses to cancel one that is done', longest, async () => {
  await using commands = await openCommands();
  const { run, west, east } = commands;
  await run('cell add west');
  await run('cell add east');
  const { text } = await run('org create --name Harbour --cell west --json');
  const { id } = (JSON.parse(text) as CreatedOrganization).organization;
  const cancel = `org move ${id} --cancel --as Ada`;
  expect(await run(cancel)).toEqual({
    exitCode: 1,
    text: `The organization ${id} does not move. It is in the cell west.`,
  });
  const [source, target] = [
    { name: 'west', number: 1, url: west.url },
    { name: 'east', number: 2, url: east.url },
  ];
  const interruptAt = (at: MoveStep) =>
    moveOrganization({
      organization_id: id,
      source,
      target,
      onStep(step) {
        if (step === at) throw new Error('interrupted');
      },
    });
  await expect(interruptAt('copied')).rejects.toThrow('stopped: interrupted');
  expect(await run(cancel)).toEqual({
    exitCode: 0,
    text: `Cancelled the move of the organization ${id} from west to east. It works on in west.`,
  });
  expect(await east.query('SELECT id FROM organizations')).toEqual([]);
  const { text: audit } = await run(`audit --org ${id} --action cancelMove`);
  expect(audit).toContain('Ada (command)');

  await expect(interruptAt('activated')).rejects.toThrow('stopped: interrupted');
  expect(await run(cancel)).toEqual({
    exitCode: 1,
    text: expect.stringContaining(`Finish the move: booking-service org move ${id} --to east. Then move it back`),
  });
  // The cell of a move may be one that does not respond.
  const unreachable = { ...commands.environment, WEST: 'postgres://booking@127.0.0.1:1/none' };
  expect(await runCommandLine(cancel.split(' '), unreachable)).toEqual({
    exitCode: 1,
    text: expect.stringContaining('Cell west: '),
  });
});

it('needs the cell or --cancel, and not both', async () => {
  await using commands = await openCommands();
  expect(await commands.run('org move org_1')).toEqual({
    exitCode: 2,
    text: 'Name the cell with --to CELL, or end a move that is under way with --cancel.',
  });
  expect(await commands.run('org move org_1 --to east --cancel')).toEqual({
    exitCode: 2,
    text: expect.stringContaining("'--cancel' cannot be used with option '--to <CELL>'"),
  });
});

it('refuses a service with one database, and names that do not exist', async () => {
  await using commands = await openCommands();
  await commands.run('migrate');
  const one = { BOOKING_SERVICE_DATABASE: commands.west.url, BOOKING_SERVICE_SEALING_KEY: sealing_key };
  for (const line of [
    'org move org_1 --to west',
    'org settle org_1',
    'cell check',
    'cell list',
    'cell add west',
    'cell drain west',
  ])
    expect(await runCommandLine(line.split(' '), one)).toEqual({
      exitCode: 2,
      text: expect.stringContaining(
        'This command needs a service with several databases. Name their list with --cells FILE',
      ),
    });
  expect(await commands.run('org move org_1 --to north')).toEqual({
    exitCode: 1,
    text: 'No cell has the name north. Use a name of the file of cells: west, east.',
  });
  expect(await commands.run('org move org_1 --to east')).toEqual({
    exitCode: 1,
    text: 'No organization has the id org_1. List them with booking-service org list.',
  });
});
