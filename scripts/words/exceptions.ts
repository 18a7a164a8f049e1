/** The words whose change nothing here notices, and the reason for each kind. */
import type { Word } from './inventory.ts';

export interface Exception {
  readonly name: string;
  readonly reason: string;
  readonly covers: (word: Word) => boolean;
}

const isIn = (part: RegExp) => (word: Word) => part.test(`${word.file}#/${word.path.join('/')}`);

export const exceptions: readonly Exception[] = [
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
      /#\/(?:openapi|jsonSchemaDialect|info\/.*|servers.*|tags.*|(?:get|post|delete)\/servers.*)$|\/tags$|\/bearerFormat$|\/security\/\d\/\w+$/,
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
