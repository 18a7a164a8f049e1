/** The texts that an editor shows on hover in a program that uses the client. TypeScript's language service returns them. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = `${root}packages/client/test/hovered-program.ts`;
const program = `
import { createBookingClient } from '@booking-service/client';
import type { Booking, Card, ContinueBooking, CreateSession, NextAction, Session, Slot, Venue } from '@booking-service/client';
const client = createBookingClient();
const booking = await client.bookings.get('bkg_1');
const action = booking.next_action;
const guest = booking.guest;
const modification = booking.last_modification;
const status = booking.status;
const result = await client.bookings.get('bkg_1').result();
if (action?.type === 'enter_code') ((code) => code)(action);
client.bookings.continue('bkg_1', { type: 'authorize_payment' });
client.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
declare const resources: [Booking, Card, ContinueBooking, CreateSession, NextAction, Session, Slot, Venue];
`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  customConditions: ['@booking-service/source'],
};

const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getCompilationSettings: () => options,
  getScriptSnapshot(name) {
    const text = name === file ? program : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => ts.sys.fileExists(name),
  readFile: (name) => ts.sys.readFile(name),
});

/** Returns the hover on the first place of a text, in one line. */
function hover(text: string): string {
  const info = service.getQuickInfoAtPosition(file, program.indexOf(text));
  return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' ');
}

it('compiles the program', () => {
  const faults = service.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
  expect(faults).toEqual([]);
});

it.each([
  ['action =', 'const action: NextAction | undefined'],
  [
    'NextAction,',
    '(alias) type NextAction = EnterCode | AuthorizePayment | ConfirmBooking | AnswerQuestions | UnknownMember import NextAction',
  ],
  ['action);', 'const action: EnterCode'],
  [
    'ContinueBooking,',
    '(alias) type ContinueBooking = EnteredCode | AuthorizedPayment | ConfirmedByCaller | AnsweredQuestions import ContinueBooking',
  ],
  ['CreateSession,', '(alias) type CreateSession = EmailDestination | PhoneDestination import CreateSession'],
  ['guest =', 'const guest: BookingGuest'],
  ['modification =', 'const modification: LastModification | undefined'],
  ['result =', 'const result: Result<Booking, CallError<"getBooking">>'],
  [
    'status =',
    'const status: UnknownValue | "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired"',
  ],
])('shows the names of the types at %j', (text, shown) => {
  expect(hover(text)).toBe(shown);
});

it('shows a description for every field of a resource', () => {
  const checker = service.getProgram()?.getTypeChecker();
  const source = service.getProgram()?.getSourceFile(file);
  if (!checker || !source) throw new Error('The program was not compiled.');
  const described = new Map<string, boolean>();

  function visit(type: ts.Type, path: string): void {
    for (const member of type.isUnion() ? type.types : [type]) {
      if (!(member.flags & ts.TypeFlags.Object) || checker?.isArrayType(member)) continue;
      for (const field of member.getProperties()) {
        const name = `${path}.${field.name}`;
        const text = field.getDocumentationComment(checker).length + field.getJsDocTags(checker).length;
        described.set(name, (described.get(name) ?? false) || text > 0);
        const fieldType = checker?.getTypeOfSymbol(field);
        if (fieldType && !path.includes('.')) visit(fieldType, name);
      }
    }
  }

  source.forEachChild((node) => {
    if (!ts.isImportDeclaration(node) || !node.importClause?.phaseModifier) return;
    const { namedBindings: names } = node.importClause;
    if (!names || !ts.isNamedImports(names)) return;
    for (const { name } of names.elements) visit(checker.getTypeAtLocation(name), name.text);
  });
  expect(described.size).toBeGreaterThanOrEqual(52);
  expect([...described].flatMap(([name, isDescribed]) => (isDescribed ? [] : [name]))).toEqual([]);
});
