/** The words whose change the linter refuses. It reads many copies of the contracts in one process, each with one kind of words changed. */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  changed,
  contractNames,
  contractsFolder,
  readFiles,
  withChanges,
  type ContractName,
  type Word,
} from './inventory.ts';

const run = promisify(execFile);
const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const configs: Readonly<Record<ContractName, string>> = {
  openapi: 'redocly.yaml',
  admin: 'admin.redocly.yaml',
  provider: 'provider.redocly.yaml',
  'card-service': 'card-service.redocly.yaml',
};
const copiesOfRun = 40;

/** The part of Redocly's report that is read. */
interface Report {
  readonly problems: readonly {
    readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
  }[];
}

/** Returns the words whose change leads to a problem. The words of one group are changed together. */
export async function findLinted(groups: readonly (readonly Word[])[]): Promise<Set<Word>> {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  const { files } = readFiles();
  const linted = new Set<Word>();
  try {
    const copies = groups.map((words, index) => {
      const copy = join(folder, `${index}`);
      writeCopy(copy, words, files);
      return { copy, words };
    });
    for (const contract of contractNames) {
      const ofContract = copies.filter(({ words }) => words.some((word) => isRead(word, contract)));
      for (let from = 0; from < ofContract.length; from += copiesOfRun) {
        const some = ofContract.slice(from, from + copiesOfRun);
        const reports = await lint(
          some.map(({ copy }) => copy),
          contract,
        );
        for (const [index, { copy, words }] of some.entries()) {
          const places = (reports[index]?.problems ?? []).map(({ location: [first] }) => ({
            file: relative(copy, join(contractsFolder, first?.source.ref ?? ''))
              .split(sep)
              .join('/'),
            pointer: first?.pointer ?? '#/',
          }));
          for (const word of words) {
            const isAlone = words.length === 1 && places.length > 0;
            if (isAlone || places.some((place) => isAbout(place, word))) linted.add(word);
          }
        }
      }
    }
    return linted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether a contract reads the file of a word. The other contracts read some files of the public one, and card-service.yaml reads provider.yaml. */
function isRead({ contract, file }: Word, name: ContractName): boolean {
  if (name === 'card-service' && file === 'provider.yaml') return true;
  return contract === name || /behavior\/(?:limits|runs|delivery)\.yaml$/.test(file);
}

/** A problem is about a word if it is at the word, below it, or at the object or list that contains the word. */
function isAbout(place: { readonly file: string; readonly pointer: string }, { file, path }: Word): boolean {
  if (place.file !== file) return false;
  const keys = path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
  const [own, holder] = [keys, keys.slice(0, -1)].map((each) => `#/${each.join('/')}`);
  return place.pointer === own || place.pointer === holder || place.pointer.startsWith(`${own}/`);
}

function writeCopy(copy: string, words: readonly Word[], files: ReadonlyMap<string, unknown>): void {
  for (const file of globSync('**/*.{yaml,json}', { cwd: contractsFolder, exclude: ['lint/**', 'code-samples/**'] })) {
    const ofFile = words.filter((word) => word.file === file);
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    if (ofFile.length === 0) symlinkSync(join(contractsFolder, file), join(copy, file));
    else {
      const changes = ofFile.map(({ path, value }) => ({ path, value: changed(value) }));
      writeFileSync(join(copy, file), JSON.stringify(withChanges(files.get(file), changes)));
    }
  }
}

async function lint(copies: readonly string[], contract: ContractName): Promise<Report[]> {
  const roots = copies.map((copy) => join(copy, `${contract}.yaml`));
  const options = [`--config=${join(contractsFolder, configs[contract])}`, '--format=json', '--max-problems=100000'];
  // Exit code 1 means problems, which are in the output.
  const { stdout } = await run(process.execPath, [redocly, 'lint', ...roots, ...options], {
    cwd: contractsFolder,
    maxBuffer: Infinity,
  }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }));
  return JSON.parse(`[${stdout.replaceAll('\n}{\n', '\n},{\n')}]`) as Report[];
}
