import {
  checkBearer,
  type ContractResponse,
  isObject,
  items,
  type Operation,
  operations,
  type Place,
  type Problem,
  responses,
  responsesOf,
  type Rule,
} from '../contract.ts';
import { checkBlock, compileSchema } from './behavior-schema.ts';
import { findEnumDrift, findListDrift } from '../schemas.ts';

/**
 * Every x-command of the admin contract matches its JSON Schema in openapi/behavior/, and names only what its operation has: its
 * parameters, the fields of its body, and the fields of its response. Two commands have different words, and two flags of a command
 * different names. Every group has a summary in x-command-groups.
 */
export const adminCommands: Rule = function* (contract) {
  const validate = compileSchema(contract, 'command.schema.json');
  const groups = contract.at('x-command-groups');
  const known = new Set<string>();
  const every = operations(contract);
  for (const operation of every) {
    const commands = operation.place.at('x-command');
    if (commands.value === undefined) continue;
    const problems = [...checkBlock({ name: `x-command of ${operation.name}`, place: commands }, validate)];
    yield* problems;
    if (problems.length > 0) continue;
    for (const [words, command] of commands.entries()) {
      if (known.has(words))
        yield { place: command, message: `Another operation has the command ${words}. Rename one.` };
      known.add(words);
      const group = words.split(' ').slice(0, -1).join(' ');
      if (group !== '' && typeof groups.at(group).value !== 'string') {
        yield { place: command, message: `The group ${group} has no summary. Add it to x-command-groups.` };
      }
      yield* checkInputs({ words, command }, operation);
      yield* checkTemplates({ words, command }, operation);
      const other = command.at('with_organization');
      if (other.value !== undefined && !every.some(({ name }) => name === other.value)) {
        yield { place: other, message: `No operation has the operationId ${other.text()}.` };
      }
    }
  }
};

interface Command {
  readonly words: string;
  readonly command: Place;
}

function* checkInputs({ words, command }: Command, { name, place, parameters }: Operation): Iterable<Problem> {
  const namesIn = (where: string) =>
    parameters.filter((each) => each.at('in').value === where).map((each) => each.at('name').text());
  const fields = place
    .at('requestBody', 'content', 'application/json', 'schema', 'properties')
    .entries()
    .map(([field]) => field);
  const argument = command.at('argument');
  if (argument.value !== undefined && !namesIn('path').includes(argument.text())) {
    yield { place: argument, message: `The path of ${name} has no parameter ${argument.text()}.` };
  }
  const inputs = [...namesIn('path'), ...namesIn('query'), ...fields];
  for (const [input, flag] of command.at('flags').entries()) {
    if (inputs.includes(input)) continue;
    yield { place: flag, message: `${name} has no parameter and no field ${input}, so ${words} has no flag for it.` };
  }
  for (const [field, value] of command.at('body').entries()) {
    if (!fields.includes(field)) yield { place: value, message: `The body of ${name} has no field ${field}.` };
  }
  const flags = inputs.map((input) => {
    const flag = command.at('flags', input, 'flag');
    return flag.value === undefined ? input.replaceAll('_', '-') : flag.text();
  });
  const repeated = flags.find((flag, index) => flags.indexOf(flag) < index);
  if (repeated !== undefined) {
    yield { place: command, message: `Two flags of ${words} are --${repeated}. Rename one in flags.` };
  }
}

/** A field of a template: its path is the second part. */
const fieldForm = /\{(json )?([\w.]+)( past)?(?: \? \w+)?\}/g;

function* checkTemplates({ words, command }: Command, operation: Operation): Iterable<Problem> {
  const success = responsesOf(operation).find(({ status }) => status.startsWith('2'));
  const body = success?.place.at('content', 'application/json', 'schema');
  if (!body) return;
  const rows = command.at('rows');
  const row = body.at('properties', rows.value === undefined ? 'data' : rows.text(), 'items');
  if (command.at('columns').value !== undefined && row.value === undefined) {
    yield { place: command.at('columns'), message: `The response of ${operation.name} has no rows for ${words}.` };
    return;
  }
  const texts = ['empty', 'note', 'text'].map((key) => command.at(key));
  const uses = [
    ...items(command.at('columns')).map((place) => ({ place, schema: row })),
    ...[...items(command.at('facts')), ...texts].map((place) => ({ place, schema: body })),
  ];
  for (const { place, schema } of uses) {
    if (typeof place.value !== 'string') continue;
    const rest = place.value.replaceAll(fieldForm, '');
    if (/[{}]/.test(rest))
      yield { place, message: `${words} has a brace that begins or ends no field: ${rest.trim()}.` };
    for (const [, , path = ''] of place.value.matchAll(fieldForm)) {
      if (path !== 'location' && !hasField(schema, path)) {
        yield { place, message: `The response of ${operation.name} has no field ${path}, which ${words} prints.` };
      }
    }
  }
}

function hasField(schema: Place, path: string): boolean {
  let place = schema;
  for (const key of path.split('.')) {
    // A nullable object is one of two schemas.
    const found: Place | undefined = [place, ...items(place.at('oneOf')), ...items(place.at('anyOf'))]
      .map((each) => each.at('properties', key))
      .find(({ value }) => isObject(value));
    if (!found) return false;
    place = found;
  }
  return true;
}

// Every refusal of the admin contract lists its code of the catalogue under the catalogue's status, with an example, and every
// operation documents the refusals that its role, its parameters and its body cause.

const always = ['forbidden', 'internal_error'];
const causes: readonly {
  readonly cause: string;
  readonly codes: readonly string[];
  readonly holds: (of: Operation) => boolean;
}[] = [
  { cause: 'being called', codes: always, holds: () => true },
  { cause: 'its x-role', codes: ['unauthorized', 'rate_limited', 'service_unavailable'], holds: needsCaller },
  {
    cause: 'its parameters or its body',
    codes: ['invalid_request'],
    holds: (of) => of.parameters.length > 0 || hasBody(of),
  },
  { cause: 'its request body', codes: ['payload_too_large', 'unsupported_media_type'], holds: hasBody },
  {
    cause: 'its path parameter',
    codes: ['not_found'],
    holds: ({ parameters }) => parameters.some((parameter) => parameter.at('in').value === 'path'),
  },
];

export const adminRefusals: Rule = function* (contract) {
  const catalogue = contract.at('x-errors');
  yield* checkCatalogue(contract, catalogue);
  for (const response of responses(contract).filter(isRefusal)) yield* checkRefusal(response, catalogue);
  for (const operation of operations(contract)) {
    const declared = new Set(responsesOf(operation).flatMap(({ place }) => codesOf(place)));
    for (const { cause, codes, holds } of causes) {
      for (const code of codes) {
        if (!holds(operation) || declared.has(code)) continue;
        const status = catalogue.at(code, 'status').text();
        const message = `${operation.name} lacks ${code}, due to ${cause}. Add the response ${status} with this code.`;
        yield { place: operation.place.at('responses', status).mention, message };
      }
    }
  }
};

/** The codes of the catalogue are those of AdminError, each with a status, a message and an action, and each is documented. */
function* checkCatalogue(contract: Place, catalogue: Place): Iterable<Problem> {
  const documented = new Set(responses(contract).flatMap(({ place }) => codesOf(place)));
  for (const [code, entry] of catalogue.entries()) {
    const keys = isObject(entry.value) ? Object.keys(entry.value).toSorted().join() : '';
    const { value: status } = entry.at('status');
    if (keys !== 'action,message,status' || typeof status !== 'number' || status < 400 || status > 599) {
      yield { place: entry, message: `${code} needs exactly status (400 to 599), message and action.` };
    } else if (!documented.has(code)) {
      yield {
        place: entry,
        message: `No response documents ${code}. Add it to the x-error-codes of a response, or remove it here.`,
      };
    }
  }
}

function* checkRefusal({ status, place }: ContractResponse, catalogue: Place): Iterable<Problem> {
  const codes = codesOf(place);
  if (codes.length === 0)
    yield { place, message: `This ${status} response lists no code. List its codes in x-error-codes.` };
  const json = place.at('content', 'application/json');
  const enumPlace = json.at('schema', 'properties', 'error_code', 'enum');
  const known = new Set(items(enumPlace).map(({ value }) => value));
  for (const code of codes) {
    const expected = catalogue.at(code, 'status').text();
    if (catalogue.at(code).value === undefined) {
      yield {
        place: place.at('x-error-codes'),
        message: `${code} is not in the catalogue x-errors. Use a code of the catalogue.`,
      };
    } else if (expected !== status) {
      yield {
        place: place.at('x-error-codes'),
        message: `${code} has the status ${expected} in x-errors. Remove it from this ${status}.`,
      };
    }
    if (!known.has(code)) yield { place: enumPlace, message: `The enum of error_code lacks ${code}. Add it.` };
    const example = json.at('examples', code, 'value', 'error_code');
    if (example.value !== code) {
      yield { place: example, message: `${code} has no example with its error_code. Add one with the key ${code}.` };
    }
  }
  for (const [name] of json.at('examples').entries()) {
    if (codes.includes(name)) continue;
    yield {
      place: place.at('x-error-codes'),
      message: `The example ${name} is for no code of x-error-codes. Add the code, or remove the example.`,
    };
  }
}

/** True if a response is an error of the catalogue. The 503 of readiness is a report: its schema has no code. */
function isRefusal({ status, place }: ContractResponse): boolean {
  const code = place.at('content', 'application/json', 'schema', 'properties', 'error_code');
  return !status.startsWith('2') && !(status === '503' && code.value === undefined);
}

function needsCaller({ place }: Operation): boolean {
  return place.at('x-role').value !== 'anyone';
}

function hasBody({ place }: Operation): boolean {
  return place.at('requestBody').value !== undefined;
}

function codesOf(response: Place): string[] {
  return items(response.at('x-error-codes')).map((code) => code.text());
}

// Every operation of the admin contract names the lowest role that may call it, in x-role. The server refuses every other caller, so
// an operation without a role would be open to all. Only an operation for anyone works without a caller, and it has no secret.

const anyone = 'anyone';
const organizationPath = '/organizations/{organization_id}';

export const adminRoles: Rule = function* (contract) {
  const roles = contract.at('x-roles').entries();
  const names = roles.map(([name]) => name);
  // A request without a token is served, too: by an operation for anyone, and by a server with open access.
  yield* checkBearer(contract, [[], ['accessToken']]);
  for (const [index, [name, role]] of roles.entries()) yield* checkRole(name, role, roles.slice(0, index));
  yield* findEnumDrift(contract, { name: 'Role', words: names, because: 'is a role of x-roles' });
  for (const { name, path, place } of operations(contract)) {
    const role = place.at('x-role');
    if (role.value === undefined) {
      yield { place, message: `${name} has no x-role. Name the lowest role that may call it: ${names.join(', ')}.` };
    } else if (role.value !== anyone && !names.includes(role.text())) {
      yield { place: role, message: `The role ${role.text()} of ${name} is not in x-roles. Use ${names.join(', ')}.` };
    } else if (role.value === anyone && path.startsWith(organizationPath)) {
      yield { place: role, message: `${name} is about one organization, so it needs a caller. Name a role.` };
    }
    yield* checkSecurity(place, { name, isOpen: role.value === anyone });
    yield* checkHolder(place.at('requestBody', 'content', 'application/json', 'schema'), roles);
  }
};

/** A body with a role and an organization excludes the roles of members without an organization, and every other role with one. */
function* checkHolder(schema: Place, roles: readonly (readonly [name: string, role: Place])[]): Iterable<Problem> {
  for (const combination of items(schema.at('not', 'anyOf'))) {
    const listed = combination.at('properties', 'role', 'enum');
    const possible = new Set(items(schema.at('properties', 'role', 'enum')).map((each) => each.text()));
    const isMember = combination.at('properties', 'organization_id', 'not').value !== undefined;
    const words = roles.flatMap(([name, role]) =>
      possible.has(name) && role.at('organization').value === isMember ? [name] : [],
    );
    const because = `is ${isMember ? '' : 'not '}a role of members in x-roles`;
    if (listed.value !== undefined) yield* findListDrift(listed, { name: 'the combination', words, because });
  }
}

type NamedRole = readonly [name: string, role: Place];

function* checkRole(name: string, role: Place, before: readonly NamedRole[]): Iterable<Problem> {
  const keys = isObject(role.value) ? Object.keys(role.value).toSorted().join() : '';
  const { value: isMember } = role.at('organization');
  const { value: may } = role.at('may');
  const isComplete = keys === 'includes,may,organization' && typeof isMember === 'boolean' && typeof may === 'string';
  if (!isComplete || may === '') {
    const message = `The role ${name} needs exactly organization (true or false), includes (a list) and may (a text).`;
    yield { place: role, message };
    return;
  }
  const included = includedIn(role);
  const known = before.filter(([each]) => included.includes(each));
  if (known.length < included.length) {
    yield { place: role.at('includes'), message: `The role ${name} may include only roles before it, each once.` };
  }
  const missing = known.flatMap(([, each]) => includedIn(each)).find((each) => !included.includes(each));
  if (missing !== undefined) {
    const message = `The role ${name} includes a role that includes ${missing}. Add ${missing} to its list.`;
    yield { place: role.at('includes'), message };
  }
}

function includedIn(role: Place): string[] {
  return items(role.at('includes')).map((each) => each.text());
}

/** An operation for anyone has the security []. Every other operation has that of the contract. */
function* checkSecurity(operation: Place, { name, isOpen }: { name: string; isOpen: boolean }): Iterable<Problem> {
  const security = operation.at('security');
  const isEmpty = Array.isArray(security.value) && items(security).length === 0;
  if (isOpen && !isEmpty) {
    yield { place: security, message: `${name} is for anyone. Set its security to [].` };
  } else if (!isOpen && security.value !== undefined) {
    yield {
      place: security,
      message: `${name} has a security of its own. Remove it: the caller follows from its x-role.`,
    };
  }
}
