/**
 * The messages of a start that fails: one line that names the fault and the fix, without a stack. One line of each kind runs as a process,
 * to see everything that it prints and that it exits.
 *
 * @module-tag slow
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { freePorts, listen } from '../../support/processes/free-ports.ts';
import {
  call,
  openFolder,
  portFlags,
  runCommand,
  runHere,
  sandbox,
  startCommand,
  startService,
  type Ended,
} from '../../support/processes/server-process.ts';

const longest = { timeout: 240_000 };

describe.concurrent('a wrong flag', () => {
  it.each([
    { args: ['--colour'], message: "Unknown option '--colour'" },
    { args: ['--port', 'abc'], message: '--port must be a whole number from 1 to 65534, not "abc".' },
    { args: ['--tick', '0'], message: '--tick must be a whole number from 1 to 3600, not "0".' },
    {
      args: ['--log-level', 'loud'],
      message: '--log-level must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    },
  ])('is refused with exit code 2: $args', longest, async ({ args, message }) => {
    const [first] = linesOf(await runCommand([...sandbox, ...args]), 2);
    expect(first).toBe(message);
  });

  it('that is unknown is refused, and the help follows', longest, async () => {
    const [wrong, help] = await Promise.all([runCommand([...sandbox, '--colour']), runCommand(['serve', '--help'])]);
    expect(wrong.stderr).toContain(help.stdout);
  });

  it.each([
    { args: ['extra'], message: "Too many arguments for 'serve'. Expected 0 arguments but got 1: extra." },
    { args: ['--port'], message: "Option '--port <N>' argument missing" },
    { args: ['--port', ''], message: '--port must be a whole number from 1 to 65534, not "".' },
    { args: ['--port', '65535'], message: '--port must be a whole number from 1 to 65534, not "65535".' },
    { args: ['--receiver-port', '1.5'], message: '--receiver-port must be a whole number from 1 to 65535, not "1.5".' },
    { args: ['--tick', '3601'], message: '--tick must be a whole number from 1 to 3600, not "3601".' },
  ])('is refused before anything starts: $args', async ({ args, message }) => {
    expect(await runCommandLine([...sandbox, ...args], {})).toEqual({
      exitCode: 2,
      text: expect.stringContaining(message),
    });
  });

  it('is refused if the service and the receiver have the same port', longest, async () => {
    await using folder = await openFolder();
    const [port] = await freePorts();
    const [first] = linesOf(
      await runCommand([...sandbox, '--data', folder.path, '--port', port, '--receiver-port', port]),
      2,
    );
    expect(first).toContain('--receiver-port');
    expect(first).not.toContain('another process');
  });
});

describe.concurrent('a port in use', () => {
  it('of the service is named, and the message proposes another', longest, async () => {
    const { ended, taken } = await startOnTakenPort('--port');
    expect(lineOf(ended)).toMatch(
      new RegExp(
        `^Port ${taken} is already in use by another process\\. Stop that process, or choose another port: booking-service serve --sandbox --port \\d+`,
      ),
    );
  });

  it('of the receiver is named, and so is its flag', longest, async () => {
    const { ended, taken } = await startOnTakenPort('--receiver-port');
    expect(lineOf(ended)).toMatch(
      new RegExp(`^Port ${taken} is already in use by another process\\..* --receiver-port \\d+`),
    );
  });

  it('and two others are named together, with the one flag that moves all', longest, async () => {
    await using folder = await openFolder();
    const [port, ...others] = await freePorts();
    const taken = await Promise.all([port, others[0], others[1]].map((each) => listen(Number(each))));
    const line = lineOf(await runHere([...sandbox, '--data', folder.path, '--port', port]));
    await Promise.all(taken.map(({ close }) => close()));
    const [, other] =
      /^Ports (?:\d+, \d+ and \d+) are already in use by other processes\. Stop them, or choose other ports: booking-service serve --sandbox --port (\d+)$/.exec(
        line,
      ) ?? [];
    expect(line).toContain(`Ports ${port}, ${others[0]} and ${others[1]} `);
    await using service = startCommand([...sandbox, '--data', folder.path, '--port', other ?? '']);
    expect(await service.printed('Stop: Ctrl-C')).toContain(`http://127.0.0.1:${other}`);
  });

  it('near the highest port does not lead to a proposal above it', longest, async () => {
    await using folder = await openFolder();
    const { port, close } = await listenHigh();
    const flags = await portFlags({ '--port': port });
    const line = lineOf(await runHere([...sandbox, '--data', folder.path, ...flags]));
    await close();
    expect(Number(/--port (\d+)/.exec(line)?.[1])).toBeLessThanOrEqual(65534);
  });
});

describe.concurrent('a data folder', () => {
  it('below a file is named', longest, async () => {
    await using folder = await openFolder();
    const data = join(folder.path, 'file', 'data');
    await writeFile(join(folder.path, 'file'), '');
    expect(lineOf(await startIn(data))).toContain(`Cannot write the data folder: ${data} (ENOTDIR).`);
  });

  it('that another process uses is refused and left unchanged', longest, async () => {
    await using folder = await openFolder();
    await using service = await startService(folder.path);
    const line = lineOf(await startIn(folder.path, { run: runCommand }));
    expect(line).toContain(
      `Another process has the data folder ${folder.path} open. Stop it, or choose another folder.`,
    );
    expect(await call(service, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
  });

  it('with a damaged lock is not reported as open in another process', longest, async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'booking-service.lock');
    await writeFile(file, randomBytes(9000));
    const line = lineOf(await startIn(folder.path));
    expect(line).not.toContain('Another process');
    expect(line).toContain(file);
  });
});

describe.concurrent('sandbox-credentials.json', () => {
  it('with an organization that is not in the database is refused with the fix', longest, async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'sandbox-credentials.json');
    const text = JSON.stringify({ organization_id: 'org_1', keys: { test: 't', live: 'l' }, signing_secret: 's' });
    await writeFile(file, text);
    const line = lineOf(await startIn(folder.path));
    expect(line).toContain(
      `${file} names an organization that is not in the database. Delete the file to create a new organization.`,
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.each([
    { form: 'is empty', text: '' },
    { form: 'is cut off', text: '{"organization_id":"org_' },
    { form: 'has another form', text: '{}' },
  ])('that $form is named', longest, async ({ text }) => {
    await using folder = await openFolder();
    const file = join(folder.path, 'sandbox-credentials.json');
    await writeFile(file, text);
    expect(lineOf(await startIn(folder.path))).toContain(file);
  });
});

describe.concurrent('a database', () => {
  it('of a newer version is refused and left unchanged', longest, async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'booking-service.db');
    const newer = new DatabaseSync(file);
    newer.exec('PRAGMA application_id = 0x426f6f6b; PRAGMA user_version = 99');
    newer.close();
    const line = lineOf(await startIn(folder.path));
    expect(line).toMatch(
      /The database is at migration 99, newer than this program supports \(\d+\)\. Run a newer version/,
    );

    using after = new DatabaseSync(file, { readOnly: true });
    expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
  });

  it.each(['booking-service.db', 'rate-windows.db'])(
    'of garbage is named and left unchanged: %s',
    longest,
    async (name) => {
      await using folder = await openFolder();
      const file = join(folder.path, name);
      const garbage = randomBytes(9000);
      await writeFile(file, garbage);
      const line = lineOf(await startIn(folder.path, { run: runCommand }));
      expect(garbage.equals(await readFile(file))).toBe(true);
      expect(line).toContain(file);
    },
  );

  it('that cannot be opened is named', longest, async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'booking-service.db');
    await mkdir(file);
    expect(lineOf(await startIn(folder.path))).toContain(file);
  });
});

it.each(['20.19.0', '22.15.0'])(
  'names the required Node version if an older Node runs it: %s',
  longest,
  async (node) => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`;
    const ended = await runCommand([], { nodeOptions: [`--import=data:text/javascript,${encodeURIComponent(older)}`] });
    expect(lineOf(ended)).toBe(
      `Booking Service needs Node 22.16 or newer, but this is Node ${node}. Install Node 22.16 and start again.`,
    );
  },
);

async function startIn(folder: string, { run = runHere } = {}): Promise<Ended> {
  return run([...sandbox, '--data', folder, ...(await portFlags())]);
}

async function startOnTakenPort(takenFlag: string): Promise<{ ended: Ended; taken: string }> {
  await using folder = await openFolder();
  const flags = await portFlags();
  const taken = flags[flags.indexOf(takenFlag) + 1] ?? '';
  const { close } = await listen(Number(taken));
  const ended = await runCommand([...sandbox, '--data', folder.path, ...flags]);
  await close();
  return { ended, taken };
}

/** Listens on one of the highest ports. */
async function listenHigh(): Promise<Awaited<ReturnType<typeof listen>>> {
  for (let port = 65534; port > 65525; port -= 1) {
    const listening = await listen(port).catch(() => undefined);
    if (listening) return listening;
  }
  throw new Error('The ports from 65526 to 65534 are all taken.');
}

/** The single line of a start that failed. */
function lineOf(ended: Ended): string {
  const [line = '', ...more] = linesOf(ended, 1);
  expect(more).toEqual([]);
  return line;
}

/** The lines of standard error. They contain no stack, and standard output is empty. */
function linesOf({ code, signal, stdout, stderr }: Ended, expected: 1 | 2): string[] {
  expect({ code, signal, stdout, stderr }).toEqual({
    code: expected,
    signal: null,
    stdout: '',
    stderr: expect.any(String),
  });
  expect(stderr).not.toMatch(/^\s+at |Error:/m);
  return stderr.trimEnd().split('\n');
}
