/**
 * The conformance check, as a process: of a sandbox, and of servers that it cannot check.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkConformance, type RuleResult, rules, unseenRules } from '@booking-service/conformance';
import { describe, expect, it } from 'vitest';
import { sandbox } from '@booking-service/contract';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { openFolder, startService } from '../support/processes/server-process.ts';
import { openWorld } from '../../src/testing.ts';

const run = (...flags: string[]) => runCommandLine(['conformance', ...flags], {});

interface Report {
  readonly pass: number;
  readonly fail: number;
  readonly not_checked: number;
  readonly rules: readonly RuleResult[];
}

describe('a sandbox', () => {
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
});

const bin = fileURLToPath(new URL('../../bin/booking-service.js', import.meta.url));

async function serve(listener: RequestListener): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Refuses everything with an internal error, in the form of the contract. */
const broken: RequestListener = (request, response) => {
  const id = 'req_00000000000000000000000000000000';
  const body = { error: 'sk_test_hunter2 <&>', error_code: 'internal_error', request_id: id };
  request.resume();
  response.writeHead(500, { 'Content-Type': 'application/json', 'Request-Id': id }).end(JSON.stringify(body));
};

describe('no check begins', () => {
  it('against a server that hangs', async () => {
    await using server = await serve(() => undefined);
    const checked = checkConformance({ url: server.url, key: 'sk_test_any', timeout_ms: 100 });
    await expect(checked).rejects.toThrow('does not respond. Check --url');
  });

  it.each<[string, RequestListener, string]>([
    ['closes the connection', ({ socket }) => socket.destroy(), 'does not respond. Check --url'],
    [
      'redirects',
      (_, response) => response.writeHead(301, { Location: 'https://a.test/' }).end(),
      'redirects to https://a.test/',
    ],
    [
      'serves HTML',
      (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
      'got 200 with text/html, not 401',
    ],
    [
      'has another path',
      (_, response) => response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"not_found"}'),
      'without /v1',
    ],
  ])('against a server that %s', async (_, listener, message) => {
    await using server = await serve(listener);
    await expect(checkConformance({ url: server.url, key: 'sk_test_any' })).rejects.toThrow(message);
  });

  it('against a server whose body has no end, of which it reads at most 4 MB', async () => {
    // The rest never comes, so only the length can end the request before its time.
    await using server = await serve((_, response) => void response.writeHead(200).write(Buffer.alloc(5_000_000)));
    const check = checkConformance({ url: server.url, key: 'sk_test_any', timeout_ms: 20_000 });
    await expect(check).rejects.toThrow('has a body of more than 4 MB');
  });

  it.each([
    ['an unknown key', 'sk_test_unknown', 'does not accept the key'],
    ['a key without scopes', `sk_test_${sandbox.public_key_prefix}no_scopes`, 'lacks venues:read, availability:read'],
    ['a key of a suspended organization', `sk_test_${sandbox.public_key_prefix}suspended`, 'suspended'],
    ['a used-up allowance', `sk_test_${sandbox.public_key_prefix}used_up`, 'gets 402 free_tier_exhausted'],
    ['a live key, which would make live bookings', 'sk_live_any', 'Use a test key'],
  ])('with %s', async (_, key, message) => {
    await using world = await openWorld();
    await world.addMagicOrganizations();
    await expect(checkConformance({ url: world.url, key })).rejects.toThrow(message);
  });
});

it('passes no rule of a success that it has not seen, and reports on standard output', async () => {
  await using server = await serve(broken);
  const args = [
    '--conditions=@booking-service/source',
    bin,
    'conformance',
    '--url',
    server.url,
    '--key',
    'sk_test_any',
  ];
  const runOnce = promisify(execFile)(process.execPath, [...args, '--format', 'json']);
  const { code, stdout, stderr } = await runOnce.then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).not.toContain('hunter2');
  const { rules: found } = JSON.parse(stdout) as {
    readonly rules: readonly { readonly rule: string; readonly verdict: string }[];
  };
  const passed = found.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule);
  expect(passed).toEqual(['ERR-1', 'ERR-4']);
});

it('leaves out what a service for tests only does not show', async () => {
  await using server = await serve((request, response) => {
    request.resume();
    const isLive = request.headers.authorization === 'Bearer sk_live_any';
    const [status, code] = isLive ? [403, 'wrong_key_environment'] : [401, 'unauthorized'];
    if (request.headers.authorization === 'Bearer sk_test_any') response.writeHead(400).end('{}');
    else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: code }));
  });
  const keys = { key: 'sk_test_any', liveKey: 'sk_live_any' };
  const results = await checkConformance({ url: server.url, ...keys, maxWait_seconds: 0 });
  const evidence = 'the service accepts test keys only';
  expect(results).toContainEqual({ rule: 'DLV-1', verdict: 'not checked', evidence });
});

it('leaves out what an allowance that is used up during the run does not show', async () => {
  let requests = 0;
  await using server = await serve((request, response) => {
    request.resume();
    requests += 1;
    const [status, code] =
      request.headers.authorization === undefined ? [401, 'unauthorized'] : [402, 'free_tier_exhausted'];
    if (requests < 6 && status === 402) response.writeHead(400).end('{}');
    else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: code }));
  });
  const results = await checkConformance({ url: server.url, key: 'sk_test_any', maxWait_seconds: 0 });
  const evidence = 'the test allowance of the key is used up';
  expect(results).toContainEqual({ rule: 'PRV-1', verdict: 'not checked', evidence });
});

it('sends little to a service that stops responding', async () => {
  let requests = 0;
  await using server = await serve((request, response) => {
    request.resume();
    requests += 1;
    if (request.headers.authorization === undefined) response.writeHead(401).end('{}');
    else if (requests < 10) response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  });
  const results = await checkConformance({ url: server.url, key: 'sk_test_any', timeout_ms: 1000, maxWait_seconds: 0 });
  expect(results).toContainEqual({
    rule: 'LIM-1',
    verdict: 'not checked',
    evidence: 'the service did not respond to 3 requests in a row',
  });
  expect(requests).toBeLessThan(40);
});
