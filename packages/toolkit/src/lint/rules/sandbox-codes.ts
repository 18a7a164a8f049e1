/**
 * The sandbox's magic values use error codes that are valid in their place, and venue ids that a caller can send. So a caller can try
 * each refusal before going live, and the sandbox follows the contract.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { items, repeats, standsIn } from '../contract.ts';
import { isObject } from '../place.ts';
import type { Place, Problem, Rule } from '../place.ts';
import { findSchema } from '../schemas.ts';

// Not strict, because schemas of the contract have an example.
const ajv = new Ajv2020({ strict: false });

interface Position {
  readonly name: string;
  /** The code must have one of these values in its stands_in. */
  readonly fields: readonly string[];
}

const onCall: Position = { name: 'a call', fields: ['error', 'error_code'] };
const callCodes = ['availability_error', 'payment_refusal'];
/** The codes with which a resource fails. */
const failureCodes = ['error_code', 'payment_error'];

export const sandboxCodes: Rule = function* (contract) {
  const sandbox = contract.at('x-sandbox');
  const resources = contract.at('x-states').entries();
  const onResource: Position = { name: 'a failed resource', fields: resources.map(([name]) => name) };
  const venues = items(sandbox.at('venues'));
  const codes = [
    ...items(sandbox.at('search_queries')).map((code) => ({ code, position: onCall })),
    ...venues.flatMap((venue) =>
      [...callCodes, ...failureCodes].map((field) => ({
        code: venue.at(field),
        position: callCodes.includes(field) ? onCall : onResource,
      })),
    ),
  ];
  for (const { code, position } of codes.filter((each) => each.code.value !== undefined)) {
    const entry = contract.at('x-errors', code.text());
    if (entry.value === undefined) {
      yield { place: code, message: `${code.text()} is not in the catalogue x-errors. Use a code of the catalogue.` };
    } else if (!standsIn(entry, ...position.fields)) {
      yield { place: code, message: `${code.text()} is not a code of ${position.name}. Use another code.` };
    }
  }
  yield* checkOrganizations(contract);
  const ids = venues.map((venue) => venue.at('id'));
  yield* checkIds(ids, findSchema(contract, 'VenueId'));
};

function* checkOrganizations(contract: Place): Iterable<Problem> {
  const organizations = items(contract.at('x-sandbox', 'organizations'));
  for (const name of repeats(organizations.map((organization) => organization.at('name')))) {
    yield { place: name, message: `The organization ${name.text()} occurs twice. Give each its own name.` };
  }
  const scopes = organizations.flatMap((organization) => items(organization.at('scopes')));
  for (const scope of scopes.filter((each) => contract.at('x-access', 'scopes', each.text()).value === undefined)) {
    yield { place: scope, message: `${scope.text()} is not in x-access.scopes. Use a listed scope.` };
  }
}

function* checkIds(ids: readonly Place[], schema: Place): Iterable<Problem> {
  const validate = compileSchema(schema);
  for (const id of ids.filter(({ value }) => validate && !validate(value))) {
    yield { place: id, message: `${id.text()} does not match the schema VenueId. Use a matching id.` };
  }
  for (const id of repeats(ids)) {
    yield { place: id, message: `The venue id ${id.text()} occurs twice. Give each venue its own id.` };
  }
}

/** Undefined if the schema is invalid. Redocly reports that. */
function compileSchema({ value }: Place): ValidateFunction | undefined {
  try {
    return isObject(value) ? ajv.compile(value) : undefined;
  } catch {
    return undefined;
  }
}
