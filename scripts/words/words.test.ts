/**
 * No word without effect: changes every scalar and every list of the contracts, one kind at a time, and expects that the compiler,
 * a validator, the linter or the gate notices each. The exceptions have reasons.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { expect, it } from 'vitest';
import { contractNames, findLinted, readWords, type Word } from './find-linted.ts';
import { changesTypes, effectOf, isGated } from './find-compiled.ts';

/** The words whose change nothing here notices, and the reason for each kind. */
interface Exception {
  readonly name: string;
  readonly reason: string;
  readonly covers: (word: Word) => boolean;
}

const isIn = (part: RegExp) => (word: Word) => part.test(`${word.file}#/${word.path.join('/')}`);

const exceptions: readonly Exception[] = [
  {
    name: 'free text',
    reason: 'The rule prose-values refuses a value in it. A wrong sentence is for the review.',
    covers: ({ kind }) => kind === 'text',
  },
  {
    name: 'illustration',
    reason: 'The linter compares an example with its schema. Another value that the schema allows is as good.',
    covers: isIn(/\/examples?(?:\/|$)|^components\/examples\.yaml/),
  },
  {
    name: 'metadata',
    reason: 'The title page, the address of a server and the groups of the docs. No program decides by them.',
    covers: isIn(
      /#\/(?:openapi|jsonSchemaDialect|info\/.*|servers.*|tags.*|(?:.+\/)?(?:get|post|delete)\/servers.*)$|\/tags$|\/bearerFormat$|\/security\/\d\/\w+$/,
    ),
  },
  {
    name: 'links',
    reason: 'Hints for tools that follow links. The workflows in openapi/workflows run the same steps.',
    covers: isIn(/\/links\//),
  },
  {
    name: 'coverage',
    reason: 'known-rules checks each name, and npm run verify -- rules lists the tests of each rule.',
    covers: ({ kind }) => kind === 'x-behavior.rules',
  },
];

const longest = { timeout: 1_200_000 };

it('notices each changed word of the contracts', longest, async () => {
  const words = readWords();
  const noticed = new Map<Word, string>();
  for (const word of words) {
    const effect = isText(word) ? undefined : effectOf(word);
    if (effect) noticed.set(word, effect);
  }
  const silent = words.filter((word) => !noticed.has(word) && !isText(word));
  const groups = Map.groupBy(silent, ({ contract, kind, value }) => `${contract} ${kind} ${Array.isArray(value)}`);
  for (const word of await findLinted([...groups.values()])) noticed.set(word, 'lint');
  for (const word of silent.filter((each) => !noticed.has(each) && !isExample(each))) {
    if (isGated(word)) noticed.set(word, 'gate');
    else if (await changesTypes(word)) noticed.set(word, 'compiler');
  }
  const used = new Set<string>();
  for (const word of words.filter((each) => !noticed.has(each))) {
    const exception = exceptions.find(({ covers }) => covers(word));
    if (!exception) continue;
    noticed.set(word, exception.name);
    used.add(exception.name);
  }

  process.stdout.write(tableOf(words, noticed));
  const left = words.filter((word) => !noticed.has(word));
  expect(left.map(({ file, path }) => `${file}#/${path.join('/')}`)).toEqual([]);
  expect([...used].toSorted()).toEqual(exceptions.map(({ name }) => name).toSorted());
});

function isText({ kind }: Word): boolean {
  return kind === 'text';
}

/** The gate leaves examples out. */
function isExample({ kind, file }: Word): boolean {
  return kind === 'example' || file === 'components/examples.yaml';
}

function tableOf(words: readonly Word[], noticed: ReadonlyMap<Word, string>): string {
  const columns = ['validator', 'compiler', 'lint', 'gate', ...exceptions.map(({ name }) => name)];
  const rows = [...contractNames, undefined].map((contract) => {
    const own = words.filter((word) => contract === undefined || word.contract === contract);
    const counts = columns.map((column) => `${column} ${own.filter((word) => noticed.get(word) === column).length}`);
    const all = own.filter((word) => noticed.has(word)).length;
    return `${contract ?? 'all'}: ${all} of ${own.length} words noticed (${counts.join(', ')})\n`;
  });
  return rows.join('');
}
