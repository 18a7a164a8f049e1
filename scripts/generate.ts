/**
 * Compiles the contract into packages/contract/src/generated/.
 *
 * Reads   openapi/ (the contract and the private one in dashboard.yaml, each bundled by Redocly).
 * Writes  openapi.json, openapi.ts (wire types) and one .ts table for each part of the behaviour;
 *         dashboard.json, dashboard.ts and dashboard-routes.ts of the private contract.
 * Run     npm run generate             write what changed
 *         npm run generate -- --check  write nothing, exit 1 and name what is out of date
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import {
  behaviorTables,
  eventMap,
  operationTable,
  routeTable,
  type BundledContract,
  type BundledPaths,
} from './generated-tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/contract/src/generated');

const files = await generateFiles();
const stale = [...files.keys()].filter((name) => currentText(name) !== files.get(name));
const orphans = existingNames().filter((name) => !files.has(name));

if (process.argv.includes('--check')) {
  const wrong = [...stale, ...orphans];
  if (wrong.length > 0) {
    console.error(`Out of date in packages/contract/src/generated: ${wrong.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  } else console.log(`${files.size} generated files are up to date.`);
} else {
  mkdirSync(target, { recursive: true });
  for (const name of stale) writeFileSync(join(target, name), files.get(name) ?? '');
  for (const name of orphans) rmSync(join(target, name));
  console.log(`${files.size} generated files, ${stale.length} written, ${orphans.length} removed.`);
}

/** Every generated file, by name. */
async function generateFiles(): Promise<Map<string, string>> {
  const json = bundle('openapi');
  const contract: BundledContract = JSON.parse(json);
  const privateJson = bundle('dashboard');
  const privateContract: BundledPaths = JSON.parse(privateJson);
  const generated = new Map([
    ['openapi.json', json],
    ['openapi.ts', banner('openapi/') + (await wireTypes(json))],
    ['dashboard.json', privateJson],
    ['dashboard.ts', banner('openapi/dashboard.yaml') + (await wireTypes(privateJson))],
    ['dashboard-routes.ts', banner('openapi/dashboard.yaml') + routeTable('dashboardRoutes', privateContract)],
    ['operations.ts', banner('openapi/paths/') + operationTable(contract)],
    ['events.ts', banner('openapi/webhooks/') + eventMap(contract)],
  ]);
  for (const { name, source, text } of behaviorTables(contract)) generated.set(name, banner(source) + text);
  return generated;
}

async function wireTypes(json: string): Promise<string> {
  const types = await openapiTS(JSON.parse(json) as OpenAPI3, {
    alphabetize: true,
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return astToString(types);
}

function bundle(name: 'openapi' | 'dashboard'): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    const output = join(folder, 'openapi.json');
    const config = name === 'openapi' ? 'openapi/redocly.yaml' : 'openapi/dashboard.redocly.yaml';
    const from = [`openapi/${name}.yaml`, '--config', config];
    execFileSync('redocly', ['bundle', ...from, '--output', output], { cwd: root, stdio: 'pipe' });
    return `${JSON.stringify(JSON.parse(readFileSync(output, 'utf8')), null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function banner(source: string): string {
  return `// Written by scripts/generate.ts from ${source}. Edit that, then run: npm run generate\n\n`;
}

function currentText(name: string): string | undefined {
  return existingNames().includes(name) ? readFileSync(join(target, name), 'utf8') : undefined;
}

function existingNames(): string[] {
  mkdirSync(target, { recursive: true });
  return readdirSync(target);
}
