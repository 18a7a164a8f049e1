/**
 * Writes every generated file: those of the toolkit, which toolkit.config.ts lists, and those that only this repository has.
 *
 * Reads   toolkit.config.ts with the contracts in openapi/, @octocloud/types, openapi/rules.yaml
 * Writes  beside the toolkit's files: the table of handlers, packages/server/src/operations/index.ts; the compiled contracts of
 *         packages/server/src/generated; octo.ts of the OCTO provider;
 *         rules.ts of the conformance check; zod.ts and the fixtures of the contract; event-catalogue.ts of the dashboard
 * Run     npm run generate             write what changed
 *         npm run generate -- --check  write nothing, exit 1 and list the outdated files
 *         npm run generate -- --keep-sources  write only what git ignores
 */
import { fileURLToPath } from 'node:url';
import { compiledModule } from '../../packages/kernel/src/http/compile-contract.ts';
import type { BundledContract } from '@booking-service/toolkit';
import { banner, fixtures, generate, type FileTexts } from '@booking-service/toolkit/generate';
import { config } from '../contract-files.ts';
import { readRules } from '../rules/rule-matrix.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { handlerTable } from './handler-table.ts';
import { octoTypes } from './octo-types.ts';
import { zodSchemas } from './zod-schemas.ts';

const contractFolder = 'packages/contract/src/generated';
const fixtureFolder = 'packages/contract/fixtures';
const octoFolder = 'packages/octo-provider/src/generated';
const serverFolder = 'packages/server/src/generated';
const conformanceFolder = 'packages/conformance/src/generated';
const dashboardFolder = 'packages/dashboard/src/generated';

const { message, isStale } = await generate({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  config,
  isCheck: process.argv.includes('--check'),
  keepSources: process.argv.includes('--keep-sources'),
  own: ownFiles,
  ownFolders: [fixtureFolder, serverFolder, octoFolder, conformanceFolder, dashboardFolder],
});
if (isStale) {
  console.error(message);
  process.exitCode = 1;
} else console.log(message);

async function ownFiles(files: FileTexts): Promise<FileTexts> {
  const head = (source: string) => banner(source, config);
  const contract: BundledContract = JSON.parse(generatedText(files, 'openapi.json'));
  const compiled = (document: string, name: string) => compiledModule(JSON.parse(generatedText(files, document)), name);
  return new Map([
    ['packages/server/src/operations/index.ts', head('openapi/paths/') + handlerTable(contract)],
    [`${serverFolder}/public-contract.ts`, head('openapi/openapi.yaml') + compiled('openapi.json', 'publicContract')],
    [`${serverFolder}/admin-contract.ts`, head('openapi/admin.yaml') + compiled('admin.json', 'adminContract')],
    [
      `${contractFolder}/zod.ts`,
      head('openapi/components/schemas.yaml') + zodSchemas(JSON.parse(generatedText(files, 'openapi.json'))),
    ],
    [`${dashboardFolder}/event-catalogue.ts`, head('openapi/webhooks/') + eventCatalogue(contract)],
    [`${contractFolder}/received.ts`, files.get('packages/webhooks/src/generated/received.ts') ?? ''],
    [`${conformanceFolder}/rules.ts`, head('openapi/rules.yaml') + ruleTexts()],
    ...[...fixtures(contract)].map(
      ([id, each]) => [`${fixtureFolder}/${id}.json`, `${JSON.stringify(each, null, 2)}\n`] as const,
    ),
    [`${octoFolder}/octo.ts`, head('@octocloud/types') + (await octoTypes())],
  ]);
}

function generatedText(files: FileTexts, name: string): string {
  return files.get(`${contractFolder}/${name}`) ?? '{}';
}

/** The text of each rule, by its id. */
function ruleTexts(): string {
  const rules = Object.values(readRules()).flatMap((group) => Object.entries(group));
  const texts = Object.fromEntries(rules.map(([id, { rule }]) => [id, rule]));
  return `/** The rules of the interface, by their ids. */\nexport const rules = ${JSON.stringify(texts, null, 2)} as const;\n`;
}
