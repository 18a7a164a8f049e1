/** Mistakes that the contract's types turn into compile errors, each compiled by the real compiler. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

interface Mistake {
  readonly mistake: string;
  /** What stands in the file below the import of everything that the files use. */
  readonly source: string;
  /** The compiler's only error. */
  readonly error: { readonly line: number; readonly code: string; readonly says: string };
}

const mistakes: readonly Mistake[] = [
  {
    mistake: 'an operation is left out',
    source: `
      const { modifyBooking: _left, ...others } = operations;
      others satisfies Operations;`,
    error: { line: 2, code: 'TS2741', says: `Property 'modifyBooking' is missing` },
  },
  {
    mistake: 'an operation answers another operation',
    source: `
      ({ ...operations, getBooking: operations.searchVenues }) satisfies Operations;`,
    error: { line: 1, code: 'TS2322', says: 'getBooking' },
  },
  {
    mistake: 'an operation answers an undocumented status',
    source: `
      export const getBooking: Operations['getBooking'] = async () => ({ status: 202, body: booking });`,
    error: { line: 1, code: 'TS2322', says: `Type '202' is not assignable to type '200'` },
  },
  {
    mistake: 'an operation answers a refusal instead of throwing it',
    source: `
      export const answer: OperationResponse<'getBooking'> = { status: 404, body: booking };`,
    error: { line: 1, code: 'TS2322', says: `Type '404' is not assignable to type '200'` },
  },
  {
    mistake: 'a body has a value that its enum lacks',
    source: `
      export const answer: OperationResponse<'getBooking'> = { status: 200, body: { ...booking, status: 'confirmd' } };`,
    error: { line: 1, code: 'TS2820', says: `Did you mean '"confirmed"'?` },
  },
  {
    mistake: 'a 201 has no Location',
    source: `
      export const answer: OperationResponse<'createBooking'> = { status: 201, body: booking };`,
    error: { line: 1, code: 'TS2322', says: `Property 'headers' is missing` },
  },
  {
    mistake: 'a replay does not say that it is one',
    source: `
      export const answer: OperationResponse<'createBooking'> = { status: 200, headers: { Location: '/' }, body: booking };`,
    error: { line: 1, code: 'TS2322', says: `Idempotent-Replayed` },
  },
  {
    mistake: 'a code has no row in the catalogue',
    source: `
      const { card_declined: _gone, ...others } = errorCatalogue;
      others satisfies Record<CallErrorCode | BookingErrorCode, CatalogueEntry>;`,
    error: { line: 2, code: 'TS2741', says: `Property 'card_declined' is missing` },
  },
  {
    mistake: 'an event type is misspelt',
    source: `
      export const isDone = (event: BookingEvent) => event.type === 'booking.confirmd';`,
    error: { line: 1, code: 'TS2367', says: `"booking.confirmd"` },
  },
  {
    mistake: 'a switch forgets an event type',
    source: `
      export function tell(event: BookingEvent): string {
        switch (event.type) {
          case 'booking.created':
          case 'booking.processing':
          case 'booking.requires_action':
          case 'booking.confirmed':
          case 'booking.failed':
          case 'booking.cancelled':
            return event.id;
        }
      }`,
    error: { line: 1, code: 'TS2366', says: 'lacks ending return statement' },
  },
  {
    mistake: 'an operation refuses with a code that it does not document',
    source: `
      export const code: RefusalOf<'createBooking'> = 'modification_refused';`,
    error: { line: 1, code: 'TS2322', says: `'"modification_refused"'` },
  },
  {
    mistake: 'a refusal has a code that there is not',
    source: `
      export const code: CallErrorCode = 'slot_taken';`,
    error: { line: 1, code: 'TS2322', says: `'"slot_taken"'` },
  },
  {
    mistake: 'a code that stands on bookings only is put on a call',
    source: `
      export const code: CallErrorCode = 'card_declined';`,
    error: { line: 1, code: 'TS2322', says: `'"card_declined"'` },
  },
  {
    mistake: 'a body is changed',
    source: `
      export const enlarge = ({ body }: OperationRequest<'createBooking'>) => (body.party_size += 1);`,
    error: { line: 1, code: 'TS2540', says: `'party_size' because it is a read-only property` },
  },
  {
    mistake: 'a field is misspelt',
    source: `
      export const read = ({ body }: OperationRequest<'createBooking'>) => body.partySize;`,
    error: { line: 1, code: 'TS2551', says: `Did you mean 'party_size'?` },
  },
];

const right = `
  operations satisfies Operations;
  export const created: OperationResponse<'createBooking'> = { status: 201, headers: { Location: '/' }, body: booking };
  errorCatalogue satisfies Record<CallErrorCode | BookingErrorCode, CatalogueEntry>;`;

const imports = `
  import { errorCatalogue, type Booking, type BookingErrorCode, type BookingEvent, type OperationRequest, type CallErrorCode,
    type CatalogueEntry, type Operations, type RefusalOf, type OperationResponse } from '@booking-service/contract';
  export type Used = [typeof errorCatalogue, BookingErrorCode, BookingEvent, CatalogueEntry, CallErrorCode,
    RefusalOf<'getCard'>, OperationRequest<'getCard'>, OperationResponse<'getCard'>];
  declare const booking: Booking;
  declare const operations: Operations;`;
const importedLines = imports.split('\n').length;

/** What the compiler says of each file that has errors, by name. */
let errors: ReadonlyMap<string, readonly Mistake['error'][]>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-types-'));
  const files = [right, ...mistakes.map(({ source }) => source)];
  await Promise.all(files.map((source, index) => writeFile(join(folder, `${index}.ts`), imports + source)));
  await configure(folder);
  errors = toErrors(await compile(folder));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('says nothing where nothing is wrong, and compiles nothing else', () => {
  expect([...errors.keys()].toSorted()).toEqual(mistakes.map((_, index) => `${index + 1}.ts`).toSorted());
});

it.each(mistakes.map((mistake, index) => ({ ...mistake, file: `${index + 1}.ts` })))(
  'tells where $mistake',
  ({ file, error }) => {
    expect(errors.get(file)).toEqual([{ ...error, says: expect.stringContaining(error.says) }]);
  },
);

/** The options of the repository, for files outside of it. */
async function configure(target: string): Promise<void> {
  const paths = { '@booking-service/contract': [join(root, 'packages/contract/src/index.ts')] };
  const compilerOptions = { noEmit: true, types: [], isolatedDeclarations: false, paths };
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
  await writeFile(join(target, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(join(target, 'package.json'), '{ "type": "module" }');
}

function compile(target: string): Promise<string> {
  return new Promise((succeed, fail) => {
    execFile(process.execPath, [compiler, '--pretty', 'false'], { cwd: target }, (error, stdout, stderr) => {
      // 1 or 2 say that there are errors; they are in the output.
      if (error && typeof error.code !== 'number')
        fail(new Error(`The compiler did not run: ${stderr}`, { cause: error }));
      else succeed(stdout);
    });
  });
}

function toErrors(output: string): Map<string, Mistake['error'][]> {
  const found = new Map<string, Mistake['error'][]>();
  // An error begins with its place; what explains it follows, indented.
  for (const text of output.split(/\n(?=\S)/).filter((each) => each.trim() !== '')) {
    const [, file = text, line = '', code = '', says = ''] =
      /^(.+?)\((\d+),\d+\): error (TS\d+): (.*)$/s.exec(text) ?? [];
    found.set(file, [...(found.get(file) ?? []), { line: Number(line) - importedLines, code, says }]);
  }
  return found;
}
