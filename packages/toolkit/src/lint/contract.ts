import type { Place, Problem } from './place.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export interface Operation {
  /** The operationId. If it is missing: the method and path. */
  readonly name: string;
  readonly path: string;
  readonly place: Place;
  /** The parameters of the operation and of its path. */
  readonly parameters: readonly Place[];
}

export interface Webhook {
  readonly event: string;
  readonly place: Place;
  readonly parameters: readonly Place[];
}

export interface ContractResponse {
  readonly status: string;
  readonly place: Place;
  /** The operation of the response; undefined for a response outside every operation (x-unrouted). */
  readonly operation: Operation | undefined;
}

/** Every operation of the contract. */
export function operations(contract: Place): Operation[] {
  return methodsUnder(contract.at('paths')).map(({ key, method, place, parameters }) => {
    const id = place.at('operationId').value;
    return { name: typeof id === 'string' ? id : `${method.toUpperCase()} ${key}`, path: key, place, parameters };
  });
}

/** Every webhook of the contract. */
export function webhooks(contract: Place): Webhook[] {
  return methodsUnder(contract.at('webhooks')).map(({ key, place, parameters }) => ({ event: key, place, parameters }));
}

/** Every response of the contract: the responses of each operation, and the responses outside every operation. */
export function responses(contract: Place): ContractResponse[] {
  return [
    ...operations(contract).flatMap((operation) => responsesOf(operation)),
    ...contract
      .at('x-unrouted')
      .entries()
      .map(([status, place]) => ({ status, place, operation: undefined })),
  ];
}

export function responsesOf(operation: Operation): ContractResponse[] {
  return operation.place
    .at('responses')
    .entries()
    .map(([status, place]) => ({ status, place, operation }));
}

/** Checks that the security of the contract has these alternatives, and that each scheme is a bearer token. The servers read nothing else. */
export function* checkBearer(contract: Place, expected: readonly (readonly string[])[]): Iterable<Problem> {
  const security = contract.at('security');
  const alternatives = items(security).map((each) => each.entries().map(([scheme]) => scheme));
  if (JSON.stringify(alternatives) !== JSON.stringify(expected)) {
    const wanted = JSON.stringify(expected.map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, []]))));
    yield { place: security, message: `The security is ${security.text()}, but the server requires ${wanted}.` };
  }
  for (const name of expected.flat()) {
    const scheme = contract.at('components', 'securitySchemes', name);
    if (scheme.at('type').value === 'http' && scheme.at('scheme').value === 'bearer') continue;
    yield {
      place: scheme,
      message: `The server reads ${name} from Authorization: Bearer. Make it type http, scheme bearer.`,
    };
  }
}

/** The places of a list, for example of rule ids or of error codes. */
export function items(list: Place): Place[] {
  return list.entries().map(([, place]) => place);
}

/** The places whose value already occurs earlier in the list. */
export function repeats(places: readonly Place[]): Place[] {
  return places.filter(({ value }, index) => places.findIndex((earlier) => earlier.value === value) < index);
}

/** True if a code of the error catalogue may be used in one of these fields: error, error_code, or a resource of x-states. */
export function standsIn(entry: Place, ...fields: readonly string[]): boolean {
  return items(entry.at('stands_in')).some((field) => fields.includes(field.text()));
}

function methodsUnder(map: Place) {
  return map.entries().flatMap(([key, item]) =>
    item
      .entries()
      .filter(([method]) => methods.has(method))
      .map(([method, place]) => ({
        key,
        method,
        place,
        parameters: [...items(item.at('parameters')), ...items(place.at('parameters'))],
      })),
  );
}
