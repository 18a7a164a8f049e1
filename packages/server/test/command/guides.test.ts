/**
 * Follows every guide, the first command of the README and the landing page of the docs, against a sandbox: first a new one, then the same
 * one again, with the data of the first time and a clock that is ten days ahead. The test writes the programs, runs the `sh` blocks in one
 * shell, and expects the output in the `text` blocks. It ignores `console` blocks, and lines that end with the comment `as printed` or
 * `any free port`: the test sets these values itself.
 *
 * @module-tag slow
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePorts } from '../support/processes/free-ports.ts';
import { openFolder, startProgram, startService, type Service } from '../support/processes/server-process.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const landing = join(root, 'scripts/docs/pages/landing.md');
const readme = join(root, 'README.md');
const cardService = join(root, 'examples/card-service-python/card_service.py');
/** This guide is about another service. scripts/library follows it, in an empty folder with the packed packages. */
const aboutAnotherService = 'your-own-contract.md';
const folders = ['integrate', 'connect', 'build'].map((name) => join(root, 'docs', name));
const guides = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
const pages = [...guides.filter((page) => basename(page) !== aboutAnotherService), landing];
const pathOfPrograms = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']].join(
  delimiter,
);
const nodeOptions = '--conditions=@booking-service/source --disable-warning=ExperimentalWarning';
const tenDays_ms = 10 * 24 * 3600 * 1000;
const given = /# (?:as printed|any free port)$/;

interface Block {
  readonly language: string;
  readonly body: string;
}

const follow = { timeout: 600_000, tags: ['needs-bash', 'needs-curl', 'needs-openssl', 'needs-python3'] };

const withCommands = [...pages, readme].filter((page) => readFileSync(page, 'utf8').includes('```sh\n'));
/** The blocks of the README that need a sandbox: a request, and the start of its response. */
const isRequest = /^curl |^\{"id":/m;

it.concurrent.each(withCommands.map((page) => [basename(page), page]))(
  '%s works step by step, also with the data of an earlier run and a clock that is ten days ahead',
  follow,
  async (_name, page) => {
    const blocks = blocksOf(readFileSync(page, 'utf8')).filter(({ body }) => page !== readme || isRequest.test(body));
    await using folder = await openFolder();
    await using service = await startService(join(folder.path, 'sandbox'));
    await using supplier = blocks.some(({ body }) => body.includes('OCTO_URL')) ? await startOctoSupplier() : undefined;
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
    for (const { file, body } of blocks.flatMap(programOf)) await writeProgram(join(folder.path, file), body);

    const steps = blocks.filter(({ language }) => language === 'sh');
    const [servicePort, port, adminPort] = await freePorts();
    const [cardPort] = await freePorts();
    const script = steps.map(({ body }) => withoutGiven(body)).join('\n');
    const shown = blocks.filter(({ language }) => language === 'text').map(({ body }) => body);
    for (const ahead_ms of [0, tenDays_ms]) {
      if (ahead_ms > 0) await advance(service, ahead_ms);
      const { code, stdout, stderr } = await runInBash(script, {
        cwd: folder.path,
        env: {
          PATH: pathOfPrograms,
          NODE_OPTIONS: nodeOptions,
          HOME: folder.path,
          BOOKING_BASE_URL: service.url,
          BOOKING_ADMIN_URL: service.adminUrl,
          BOOKING_RECEIVER_URL: service.receiverUrl,
          BOOKING_API_KEY: service.keys.test,
          BOOKING_LIVE_KEY: service.keys.live,
          URL: service.url,
          AUTH: `Authorization: Bearer ${service.keys.test}`,
          JSON: 'Content-Type: application/json',
          PORT: port,
          SERVICE_PORT: servicePort,
          ADMIN_PORT: adminPort,
          CARD_PORT: cardPort,
          CARD_SERVICE: cardService,
          ...supplier?.variables,
        },
      });
      expect(code, `It printed ${stdout}${stderr}`).toBe(0);
      let rest = stdout.replaceAll(/ +$/gm, '');
      for (const each of shown) {
        const found = patternOf(each).exec(rest);
        expect(found, `${each} is not printed in: ${rest}${stderr}`).not.toBeNull();
        rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
      }
    }
  },
);

async function advance({ adminUrl }: Service, ms: number): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const { ok } = await fetch(`${adminUrl}/sandbox/clock/advance`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ms }),
  });
  if (!ok) throw new Error('The clock was not advanced.');
}

/** Otherwise the loop finds the output of an earlier run: the shell in the background empties the file later. */
it.each(withCommands.map((page) => [basename(page), page]))('%s removes the file that it waits for', (_name, page) => {
  const lines = blocksOf(readFileSync(page, 'utf8')).flatMap(({ language, body }) =>
    language === 'sh' ? body.split('\n') : [],
  );
  const inBackground = lines.flatMap((line) => />(\S+)(?: 2>&1)? & /.exec(line)?.[1] ?? []);
  const awaited = inBackground.filter((file) =>
    lines.some((line) => line.startsWith('until grep') && line.includes(` ${file}`)),
  );
  const removed = lines.flatMap((line) => (line.startsWith('rm -f ') ? line.slice('rm -f '.length).split(' ') : []));
  expect(removed).toEqual(expect.arrayContaining(awaited));
});

it.concurrent(
  'the programs of the README are its example files, and the first prints what is shown below it',
  { timeout: 60_000, tags: ['needs-bash'] },
  async () => {
    const page = readFileSync(readme, 'utf8');
    const files = [...page.matchAll(/\]\((examples\/\S+\.ts)\)/g)].map(([, file = '']) => file);
    const blocks = blocksOf(page);
    const programs = blocks.filter(({ language }) => language === 'ts').map(({ body }) => body);
    expect(programs).toEqual(files.map((file) => readFileSync(join(root, file), 'utf8')));
    const command = blocks.find(({ body }) => body.startsWith('npm run'));
    const shown = blocks.find(({ language, body }) => language === 'text' && !isRequest.test(body));
    const { code, stdout, stderr } = await runInBash(command?.body ?? '', { cwd: root, env: process.env });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: shown?.body, stderr: '' });
  },
);

it.concurrent(
  'all programs in the guides and the README compile',
  { timeout: 240_000, tags: ['needs-bash'] },
  async () => {
    await using folder = await openFolder();
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
    for (const page of [...pages, readme]) {
      const programs = blocksOf(readFileSync(page, 'utf8')).flatMap(programOf);
      for (const { file, body } of programs) await writeProgram(join(folder.path, file), body);
    }
    await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
    // A default export in an example uses satisfies and needs no declaration.
    const compilerOptions = { noEmit: true, isolatedDeclarations: false, declaration: false, declarationMap: false };
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
    await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
    const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
    const { code, stdout } = await runInBash(`${root}/node_modules/.bin/tsc -p .`, { cwd: folder.path, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  },
);

/** Starts the supplier of `npm run octo:supplier`. */
async function startOctoSupplier() {
  const command = startProgram(join(root, 'packages/octo-provider/test/supplier/main.ts'), []);
  const [, OCTO_URL = '', TOURS_TOKEN = ''] =
    /at (\S+) with the token (\S+)\./.exec(await command.printed('Stop: Ctrl-C')) ?? [];
  return { variables: { OCTO_URL, TOURS_TOKEN }, [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() };
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', body = '']) => ({ language, body }));
}

async function writeProgram(path: string, body: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, body);
}

/** A block whose first line is a comment with the name of a file. */
function programOf({ language, body }: Block): { file: string; body: string }[] {
  const file = /^(?:\/\/|#) (\S+\.(?:ts|js|mjs|py))\n/.exec(body)?.[1];
  return ['ts', 'js', 'python'].includes(language) && file !== undefined ? [{ file, body }] : [];
}

function withoutGiven(body: string): string {
  const lines = body.split('\n');
  return lines.filter((line) => !given.test(line)).join('\n');
}

/** The expected output as a pattern. `…` matches any text within a line. */
function patternOf(shown: string): RegExp {
  return new RegExp(shown.trim().split('…').map(escaped).join('.*?'), 'm');
}

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

async function runInBash(script: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], stdout, stderr] = await Promise.all([once(bash, 'close'), text(bash.stdout), text(bash.stderr)]);
  return { code: code as unknown, stdout, stderr };
}
