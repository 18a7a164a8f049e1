/** The conformance check against a sandbox, as a process, by the command. */
import { rules, unseenRules, type RuleResult } from '@booking-service/conformance';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { openFolder, startService } from '../support/processes/server-process.ts';

const run = (...flags: string[]) => runCommandLine(['conformance', ...flags], {});

interface Report {
  readonly pass: number;
  readonly fail: number;
  readonly not_checked: number;
  readonly rules: readonly RuleResult[];
}

it('a sandbox keeps every rule that can be seen from outside', { timeout: 240_000, tags: ['slow'] }, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  const { exitCode, text } = await run('--url', service.url, '--admin-url', service.adminUrl, '--format', 'json');
  const report = JSON.parse(text) as Report;
  expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  const unseen = report.rules.filter(({ verdict }) => verdict === 'not checked');
  expect(Object.fromEntries(unseen.map(({ rule, evidence }) => [rule, evidence]))).toEqual(unseenRules);
  expect(report.pass).toBe(Object.keys(rules).length - Object.keys(unseenRules).length);
  expect(exitCode).toBe(0);
});

it('exits with 2 and names the fix if a flag is wrong', async () => {
  expect(await run()).toMatchObject({ exitCode: 2, text: expect.stringContaining('--url is missing') });
  const url = ['--url', 'http://127.0.0.1:1'];
  expect(await run(...url)).toMatchObject({ exitCode: 2, text: expect.stringContaining('--key') });
  expect(await run(...url, '--format', 'xml')).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('--format'),
  });
  expect(await run('--url', 'nowhere')).toMatchObject({ exitCode: 2, text: expect.stringContaining('--url') });
});
