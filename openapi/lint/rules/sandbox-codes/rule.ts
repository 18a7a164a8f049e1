/**
 * The sandbox's magic values name codes that can stand where they are put, and venues that a caller can ask for. So each
 * refusal can be tried before going live, and none of them is off the contract.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { items, repeats, standsIn } from '../../contract.ts';
import { isObject } from '../../place.ts';
import type { Place, Problem, Rule } from '../../place.ts';
import { findSchema } from '../../schemas.ts';

// Not strict, because a schema of the contract carries an example.
const ajv = new Ajv2020({ strict: false });

interface Position {
  readonly name: string;
  /** The values of stands_in, of which the code must have one. */
  readonly fields: readonly string[];
}

const onCall: Position = { name: 'a call', fields: ['error', 'error_code'] };
const onBooking: Position = { name: 'a booking', fields: ['booking'] };
const venueCodes: Record<string, Position> = {
  error_code: onBooking,
  payment_error: onBooking,
  availability_error: onCall,
  payment_refusal: onCall,
};

export const sandboxCodes: Rule = function* (contract) {
  const sandbox = contract.at('x-sandbox');
  const venues = items(sandbox.at('venues'));
  const codes = [
    ...items(sandbox.at('search_queries')).map((code) => ({ code, position: onCall })),
    ...venues.flatMap((venue) =>
      Object.entries(venueCodes).map(([field, position]) => ({ code: venue.at(field), position })),
    ),
  ];
  for (const { code, position } of codes.filter((each) => each.code.value !== undefined)) {
    const entry = contract.at('x-errors', code.text());
    if (entry.value === undefined) {
      yield { place: code, message: `${code.text()} is not in the catalogue x-errors: name a code that is.` };
    } else if (!standsIn(entry, ...position.fields)) {
      yield { place: code, message: `${code.text()} never stands on ${position.name}: name a code that does.` };
    }
  }
  yield* checkOrganizations(contract);
  const ids = venues.map((venue) => venue.at('id'));
  yield* checkIds(ids, findSchema(contract, 'VenueId'));
};

function* checkOrganizations(contract: Place): Iterable<Problem> {
  const organizations = items(contract.at('x-sandbox', 'organizations'));
  for (const name of repeats(organizations.map((organization) => organization.at('name')))) {
    yield { place: name, message: `The organization ${name.text()} stands twice: give each its own name.` };
  }
  const scopes = organizations.flatMap((organization) => items(organization.at('scopes')));
  for (const scope of scopes.filter((each) => contract.at('x-access', 'scopes', each.text()).value === undefined)) {
    yield { place: scope, message: `${scope.text()} is not among x-access.scopes: name one that is.` };
  }
}

function* checkIds(ids: readonly Place[], schema: Place): Iterable<Problem> {
  const validate = compileSchema(schema);
  for (const id of ids.filter(({ value }) => validate && !validate(value))) {
    yield { place: id, message: `${id.text()} does not fit the schema VenueId: give the venue an id that does.` };
  }
  for (const id of repeats(ids)) {
    yield { place: id, message: `The venue id ${id.text()} stands twice: give each venue its own.` };
  }
}

/** Undefined where the schema is wrong in itself, which is Redocly's to report. */
function compileSchema({ value }: Place): ValidateFunction | undefined {
  try {
    return isObject(value) ? ajv.compile(value) : undefined;
  } catch {
    return undefined;
  }
}
