/**
 * The commands of `contract` in a project that has only a contract and its configuration.
 *
 * @module-tag slow
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractCommand, inProject, library } from './library-project.ts';

describe('contract generate', () => {
  it('writes every file of a contract with a configuration of one line, and finds what is out of date', async () => {
    await inProject(async (project) => {
      expect(await contractCommand(['generate'], project)).toMatchObject({ code: 0, stderr: '' });
      expect((await readdir(join(project, 'generated'))).toSorted()).toEqual([
        'access.ts',
        'contract.ts',
        'delivery.ts',
        'errors.ts',
        'events.ts',
        'idempotency.ts',
        'library.json',
        'library.ts',
        'limits.ts',
        'loan-states.ts',
        'operations.ts',
        'request-id.ts',
      ]);
      expect(await readFile(join(project, 'generated/operations.ts'), 'utf8')).toMatch(
        /^\/\/ Written from library\.yaml\. Edit that, then run: npx contract generate\n/,
      );
      expect(await contractCommand(['generate', '--check'], project)).toMatchObject({ code: 0 });
      await writeFile(join(project, 'generated/limits.ts'), '');
      await writeFile(join(project, 'generated/extra.ts'), '');
      expect(await contractCommand(['generate', '--check'], project)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Out of date: generated/limits.ts, generated/extra.ts. Run: npx contract generate\n',
      });
    });
  });

  it('exits with 2 and the reason if the document is missing or broken', async () => {
    await inProject(async (project) => {
      await writeFile(join(project, 'library.yaml'), 'openapi: 3.1.1\npaths: { $ref: gone.yaml }\n');
      const broken = await contractCommand(['generate'], project);
      expect(broken).toMatchObject({ code: 2, stdout: '' });
      expect(broken.stderr).toContain('Redocly cannot bundle library.yaml.');
      await rm(join(project, 'library.yaml'));
      expect(await contractCommand(['generate'], project)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'The document library.yaml of the contract public does not exist. Correct it in toolkit.config.ts.\n',
      });
    });
  });
});

describe('contract docs', () => {
  it('writes a site with the addresses of the contract, and replaces it', async () => {
    await inProject(async (project) => {
      const built = await contractCommand(['docs'], project);
      expect(built).toEqual({ code: 0, stdout: expect.stringMatching(/^Wrote \d+ files to docs-site\./), stderr: '' });
      const read = (file: string) => readFile(join(project, 'docs-site', file), 'utf8');
      expect(await read('index.html')).toContain('A loan is overdue 14 days after it was made.');
      expect(await read('operations/create-loan.md')).toContain('LIBRARY_BASE_URL=http://127.0.0.1:7430');
      await writeFile(join(project, 'docs-site/old.html'), '');
      expect(await contractCommand(['docs', '--base-url', 'https://library.test'], project)).toMatchObject({ code: 0 });
      expect(await read('llms.txt')).toContain('(https://library.test/docs/operations/create-loan.md)');
      await expect(read('old.html')).rejects.toThrow('ENOENT');
    });
  });

  it('removes no folder with other files', async () => {
    await inProject(async (project) => {
      await mkdir(join(project, 'docs-site'));
      await writeFile(join(project, 'docs-site/notes.md'), '');
      const { code, stderr } = await contractCommand(['docs'], project);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('files that are no site') });
      expect(await readdir(join(project, 'docs-site'))).toEqual(['notes.md']);
    });
  });
});

describe('contract mutate', () => {
  const only = ['--only', 'x-delivery.max_attempts'];

  it('changes a behavior, requires that the command fails, and restores the generated files', async () => {
    await inProject(async (project) => {
      const seen = `grep -q '"max_attempts": 4,' generated/delivery.ts`;
      const found = await contractCommand(['mutate', ...only, '--run', seen], project);
      const line = 'x-delivery.max_attempts: 4 → 5\n';
      expect(found).toEqual({
        code: 0,
        stdout: `killed    ${line}1 of 1 changes made the command fail.\n`,
        stderr: '',
      });
      expect(await contractCommand(['generate', '--check'], project)).toMatchObject({ code: 0 });
      const unseen = await contractCommand(['mutate', ...only, '--run', 'true'], project);
      const broken = await contractCommand(['mutate', ...only, '--run', 'false'], project);
      expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('fails without a change') });
      expect(unseen).toMatchObject({
        code: 1,
        stdout: `survived  ${line}0 of 1 changes made the command fail.\n`,
      });
    });
  });

  it('lists the changes, each shard a part of them', async () => {
    const namesOf = async (...flags: string[]) => {
      const { stdout } = await contractCommand(['mutate', '--list', ...flags], library);
      return stdout.trimEnd().split('\n');
    };
    const [all, first, second] = [await namesOf(), await namesOf('--shard', '1/2'), await namesOf('--shard', '2/2')];
    expect(all).toContain('x-access.refusal_order: rate_limited before unauthorized');
    expect(all).toContain('returnLoan.metered: true → false');
    expect([...first, ...second].toSorted()).toEqual(all.toSorted());
    expect(new Set(all).size).toBe(all.length);
  });

  it('exits with 2 without a command, and with a shard that is none', async () => {
    for (const args of [[], ['--run', 'true', '--list'], ['--list', '--shard', '0/2']]) {
      expect(await contractCommand(['mutate', ...args], library)).toMatchObject({ code: 2, stdout: '' });
    }
  });
});

describe('contract', () => {
  it('lists its commands, and explains each', async () => {
    const { stdout } = await contractCommand(['--help'], library);
    const names = [...stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name);
    expect(names).toContain('generate');
    for (const name of names) {
      const help = await contractCommand([name, '--help'], library);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Usage: contract ${name}\\b`));
    }
  });

  it.each([
    { args: ['nothing'], reason: 'There is no command nothing.' },
    { args: ['lint', '--colour'], reason: "Unknown option '--colour'" },
    { args: ['lint', '--contract', 'private'], reason: 'There is no contract private. Use one of these: public.' },
  ])('exits with 2 for $args', async ({ args, reason }) => {
    await inProject(async (project) => {
      const { code, stderr } = await contractCommand(args, project);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
    });
  });
});
