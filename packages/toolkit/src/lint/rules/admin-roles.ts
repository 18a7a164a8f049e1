/**
 * Every operation of the admin contract names the lowest role that may call it, in x-role. The server refuses every other caller, so
 * an operation without a role would be open to all. Only an operation for anyone works without a caller, and it has no secret.
 */
import { checkBearer, items, operations } from '../contract.ts';
import { isObject } from '../place.ts';
import type { Place, Problem, Rule } from '../place.ts';
import { findEnumDrift } from '../schemas.ts';

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
  }
};

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
