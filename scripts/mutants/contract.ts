/** Mutants of the contract: a sandbox that a machine generated from another contract, which the conformance check must find. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkConformance } from '@booking-service/conformance';
import { errorCatalogue } from '@booking-service/contract';
import { bundle } from '@booking-service/toolkit';
import { type ContractMutant, generate, listMutants } from '@booking-service/toolkit/generate';
import { config, readPublicContract } from '../contract-files.ts';
import { ownFiles, ownFolders } from '../generate/own-files.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { openCopy } from '../working-copy/working-copy.ts';
import { reasonOf, rulesOfChange } from './contract-changes.ts';

/** The files of a site of docs, as small as the check allows. */
const docs = ['docs.md', 'llms.txt', 'openapi.json', 'openapi.yaml'];

/** A copy has no built docs, so it gets a site with the pages that the check opens. */
async function writeDocs(root: string): Promise<void> {
  const site = join(root, 'packages/server/docs/site');
  await mkdir(join(site, 'errors'), { recursive: true });
  const pages = ['index.html', ...docs].map((name) => [name, '{base_url}'] as const);
  const ofCodes = Object.keys(errorCatalogue).map((code) => [`errors/${code}.html`, code] as const);
  const start = ['service.json', ['docs', ...docs].map((name) => `/${name}`).join(' ')] as const;
  for (const [name, text] of [...pages, ...ofCodes, start]) await writeFile(join(site, name), text);
}

/**
 * Returns the rules that the conformance check reports as broken about a fresh sandbox of a copy; undefined if there are none. It stops at
 * the first check that fails, and begins with the checks of the rules `first`.
 */
export async function findByCheck(
  { path, temporary }: { readonly path: string; readonly temporary: string },
  { first }: { readonly first?: readonly string[] } = {},
): Promise<string | undefined> {
  const data = join(temporary, 'data');
  try {
    await writeDocs(path);
    await using sandbox = await startSandbox(data, path, { ticks: 'contract' });
    const results = await checkConformance({ url: sandbox.url, adminUrl: sandbox.adminUrl, bail: true, first });
    const broken = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
    return broken.length > 0 ? broken.join(', ') : undefined;
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

/** The changes of the public contract that a machine lists, by their names. */
export const contractMutants: readonly ContractMutant[] = listMutants(readPublicContract());

/** Runs the check with each of the changes. Prints a line for each, and returns the number of those that it wrongly accepts. */
export async function judgeChanges(
  root: string,
  { mutants, signal }: { readonly mutants: readonly ContractMutant[]; readonly signal: AbortSignal },
): Promise<number> {
  await using copy = await openCopy(root);
  const publicContract = config.contracts['public'];
  const contract = readPublicContract();
  const texts = new Map<string, Promise<string>>();
  const bundled = (document: string, from: () => Promise<string>) => {
    const text = texts.get(document) ?? from();
    texts.set(document, text);
    return text;
  };
  // If the sandbox does not start, every change seems to be found.
  const without = await find(`${JSON.stringify(contract, null, 2)}\n`, []);
  if (without !== undefined) throw new Error(`Without a change, the check fails: ${without}`);
  let wrong = 0;
  for (const { name, apply } of mutants) {
    if (signal.aborted) throw new Error('The run was stopped.');
    const reason = reasonOf(name);
    const found = await find(`${JSON.stringify(apply(contract), null, 2)}\n`, rulesOfChange(name));
    if (found === undefined && reason === undefined) wrong += 1;
    console.log(`${name}: ${found === undefined ? (reason ?? 'SURVIVED') : `killed by ${found}`}`);
  }
  return wrong;

  async function find(mutated: string, first: readonly string[]): Promise<string | undefined> {
    try {
      await generate({
        root: copy.path,
        config,
        isCheck: false,
        keepSources: true,
        bundled: (each, folder) =>
          each === publicContract ? Promise.resolve(mutated) : bundled(each.document, () => bundle(each, folder)),
        own: ownFiles,
        ownFolders,
      });
      return await findByCheck(copy, { first });
    } catch (error) {
      // A service that its compiler or its own start refuses cannot be wrong.
      return `its start: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 160)}`;
    }
  }
}
