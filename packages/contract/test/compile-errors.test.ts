/** Compiles mistakes with the real compiler: the contract's types must turn each of them into one compile error. */
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
  /** The code of the file, after the common imports. */
  readonly source: string;
  /** The compiler's only error. */
  readonly error: { readonly line: number; readonly code: string; readonly message: string };
}

const mistakes: readonly Mistake[] = [
  {
    mistake: 'an operation is missing',
    source: `
      const { modifyBooking: _removed, ...others } = operations;
      others satisfies Operations;`,
    error: { line: 2, code: 'TS2741', message: `Property 'modifyBooking' is missing` },
  },
  {
    mistake: 'an operation returns the response of another operation',
    source: `
      ({ ...operations, getBooking: operations.searchVenues }) satisfies Operations;`,
    error: { line: 1, code: 'TS2322', message: 'getBooking' },
  },
  {
    mistake: 'an operation returns an undocumented status',
    source: `
      export const getBooking: Operations['getBooking'] = async () => ({ status: 202, body: booking });`,
    error: { line: 1, code: 'TS2322', message: `Type '202' is not assignable to type '200'` },
  },
  {
    mistake: 'an operation returns a refusal instead of throwing it',
    source: `
      export const response: OperationResponse<'getBooking'> = { status: 404, body: booking };`,
    error: { line: 1, code: 'TS2322', message: `Type '404' is not assignable to type '200'` },
  },
  {
    mistake: 'a body has a value outside its enum',
    source: `
      export const response: OperationResponse<'getBooking'> = { status: 200, body: { ...booking, status: 'confirmd' } };`,
    error: { line: 1, code: 'TS2820', message: `Did you mean '"confirmed"'?` },
  },
  {
    mistake: 'a 201 has no Location',
    source: `
      export const response: OperationResponse<'createBooking'> = { status: 201, body: booking };`,
    error: { line: 1, code: 'TS2322', message: `Property 'headers' is missing` },
  },
  {
    mistake: 'a replay has no Idempotent-Replayed',
    source: `
      export const response: OperationResponse<'createBooking'> = { status: 200, headers: { Location: '/' }, body: booking };`,
    error: { line: 1, code: 'TS2322', message: `Idempotent-Replayed` },
  },
  {
    mistake: 'a code has no row in the catalogue',
    source: `
      const { card_declined: _removed, ...others } = errorCatalogue;
      others satisfies Record<CallErrorCode | BookingErrorCode, CatalogueEntry>;`,
    error: { line: 2, code: 'TS2741', message: `Property 'card_declined' is missing` },
  },
  {
    mistake: 'an event type is misspelled',
    source: `
      export const isDone = (event: BookingEvent) => event.type === 'booking.confirmd';`,
    error: { line: 1, code: 'TS2367', message: `"booking.confirmd"` },
  },
  {
    mistake: 'a switch does not handle an event type',
    source: `
      export function describe(event: BookingEvent): string {
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
    error: { line: 1, code: 'TS2366', message: 'lacks ending return statement' },
  },
  {
    mistake: 'an operation refuses with an undocumented code',
    source: `
      export const code: RefusalOf<'createBooking'> = 'modification_refused';`,
    error: { line: 1, code: 'TS2322', message: `'"modification_refused"'` },
  },
  {
    mistake: 'a refusal has a code that does not exist',
    source: `
      export const code: CallErrorCode = 'slot_taken';`,
    error: { line: 1, code: 'TS2322', message: `'"slot_taken"'` },
  },
  {
    mistake: 'an error response has a code that appears only on bookings',
    source: `
      export const code: CallErrorCode = 'card_declined';`,
    error: { line: 1, code: 'TS2322', message: `'"card_declined"'` },
  },
  {
    mistake: 'an operation changes a request body',
    source: `
      export const enlarge = ({ body }: OperationRequest<'createBooking'>) => (body.party_size += 1);`,
    error: { line: 1, code: 'TS2540', message: `'party_size' because it is a read-only property` },
  },
  {
    mistake: 'a field is misspelled',
    source: `
      export const read = ({ body }: OperationRequest<'createBooking'>) => body.partySize;`,
    error: { line: 1, code: 'TS2551', message: `Did you mean 'party_size'?` },
  },
];

const correctSource = `
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

/** The compile errors of each file, by file name. */
let errors: ReadonlyMap<string, readonly Mistake['error'][]>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-types-'));
  const files = [correctSource, ...mistakes.map(({ source }) => source)];
  await Promise.all(files.map((source, index) => writeFile(join(folder, `${index}.ts`), imports + source)));
  await configure(folder);
  errors = toErrors(await compile(folder));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('reports errors in every file with a mistake, and none in the correct file', () => {
  expect([...errors.keys()].toSorted()).toEqual(mistakes.map((_, index) => `${index + 1}.ts`).toSorted());
});

it.each(mistakes.map((mistake, index) => ({ ...mistake, file: `${index + 1}.ts` })))(
  'reports that $mistake',
  ({ file, error }) => {
    expect(errors.get(file)).toEqual([{ ...error, message: expect.stringContaining(error.message) }]);
  },
);

/** Writes a configuration with the repository's options into a folder outside the repository. */
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
      // Exit codes 1 and 2 mean compile errors, which are in the output.
      if (error && typeof error.code !== 'number')
        fail(new Error(`The compiler did not run: ${stderr}`, { cause: error }));
      else succeed(stdout);
    });
  });
}

function toErrors(output: string): Map<string, Mistake['error'][]> {
  const errorsByFile = new Map<string, Mistake['error'][]>();
  // An error starts with its location. Indented lines after it explain it.
  for (const text of output.split(/\n(?=\S)/).filter((each) => each.trim() !== '')) {
    const [, file = text, line = '', code = '', message = ''] =
      /^(.+?)\((\d+),\d+\): error (TS\d+): (.*)$/s.exec(text) ?? [];
    const others = errorsByFile.get(file) ?? [];
    errorsByFile.set(file, [...others, { line: Number(line) - importedLines, code, message }]);
  }
  return errorsByFile;
}
