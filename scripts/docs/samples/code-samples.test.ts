/**
 * Runs every code sample of the reference unchanged: the samples of operations against a real server, and the samples of
 * webhooks as the endpoint that the server delivers to.
 *
 * @module-tag slow
 */
import { readdirSync } from 'node:fs';
import { operationTable, type EventMap, type OperationId } from '@booking-service/contract';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  node,
  operations,
  root,
  runOperation,
  runReceiver,
  samples,
  sourceOf,
  usual,
  webhooks,
} from './sample-programs.ts';

const longest = { timeout: 240_000 };

it('every operation has a sample in four languages, and every webhook a receiver in three', () => {
  const labels = [...samples].map(([name, own]) => [name, own.map(({ label }) => label)]);
  const expected = [
    ...Object.keys(operationTable).map((operationId) => [operationId, ['curl', 'TypeScript', 'Python', 'Go']]),
    ...Object.keys(webhooks).map((type) => [type, ['TypeScript', 'Python', 'Go']]),
  ];
  expect(labels).toEqual(expected);
  const written = readdirSync(`${root}openapi/code-samples`);
  expect(written.filter((file) => !samples.has(file.replace(/\.\w+$/, '')))).toEqual([]);
});

it('the samples in TypeScript compile', longest, () => {
  const sources = new Map(
    [...samples.keys()].map((name) => [`${root}scripts/docs/${name}.sample.ts`, sourceOf(name, 'TypeScript')]),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    allowImportingTsExtensions: true,
    customConditions: ['@booking-service/source'],
  };
  const files = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (file) => sources.has(file) || files.fileExists(file),
    readFile: (file) => sources.get(file) ?? files.readFile(file),
    getSourceFile(file, ...rest) {
      const source = sources.get(file);
      if (source === undefined) return files.getSourceFile(file, ...rest);
      return ts.createSourceFile(file, source, ts.ScriptTarget.ESNext);
    },
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  const faults = [...sources.keys()].flatMap((file) => {
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
  expect(faults).toEqual([]);
});

describe.each(Object.keys(operationTable))('%s', (name) => {
  // The table's keys are the operationIds.
  const operationId = name as OperationId;
  const [curl, client] = (operations[operationId] ?? usual).prints;
  it(
    `${name}: the curl sample prints the expected output`,
    { ...longest, tags: ['needs-bash', 'needs-curl'] },
    async () => {
      const args = ['-euo', 'pipefail', '-c', sourceOf(name, 'curl')];
      expect(await runOperation(operationId, 'bash', args)).toMatch(curl);
    },
  );
  it(`${name}: the client sample prints the expected output`, longest, async () => {
    expect(await runOperation(operationId, process.execPath, node(sourceOf(name, 'TypeScript')))).toMatch(client);
  });
  it(`${name}: the Python sample prints the status and the body`, { ...longest, tags: ['needs-python3'] }, async () => {
    const output = await runOperation(operationId, 'python3', ['-c', sourceOf(name, 'Python')]);
    expect(output).toMatch(/^20[01] \{"/);
    expect(output.replace(/^\d+ /, '')).toMatch(curl);
  });
});

// The table's keys are the types.
describe.each(Object.keys(webhooks) as (keyof EventMap)[])('%s', (type) => {
  it(`the sample of ${type} receives its webhook`, longest, async () => {
    const { printed, booking } = await runReceiver(type, process.execPath, node(sourceOf(type, 'TypeScript')));
    expect(printed).toBe(`${booking} ${webhooks[type].prints}\n`);
  });
  it(`the Python sample of ${type} receives its webhook`, { ...longest, tags: ['needs-python3'] }, async () => {
    const { printed, booking } = await runReceiver(type, 'python3', ['-c', sourceOf(type, 'Python')]);
    expect(printed).toBe(`${type} ${booking}\n`);
  });
});
