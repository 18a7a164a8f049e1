import type { Place } from './place.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export interface Operation {
  /** Its operationId or, where it has none, its method and path. */
  readonly name: string;
  readonly path: string;
  readonly place: Place;
  /** The operation's own parameters and those of its path. */
  readonly parameters: readonly Place[];
}

export interface Webhook {
  readonly event: string;
  readonly place: Place;
  readonly parameters: readonly Place[];
}

export interface Answer {
  readonly status: string;
  readonly place: Place;
  /** The operation that answers so; undefined for what is answered outside every operation (x-unrouted). */
  readonly operation: Operation | undefined;
}

/** Every operation a caller can call. */
export function operations(contract: Place): Operation[] {
  return methodsUnder(contract.at('paths')).map(({ key, method, place, parameters }) => {
    const id = place.at('operationId').value;
    return { name: typeof id === 'string' ? id : `${method.toUpperCase()} ${key}`, path: key, place, parameters };
  });
}

/** Every request the service sends to an organization. */
export function webhooks(contract: Place): Webhook[] {
  return methodsUnder(contract.at('webhooks')).map(({ key, place, parameters }) => ({ event: key, place, parameters }));
}

/** Every response the service gives: each operation's, and those outside every operation. */
export function answers(contract: Place): Answer[] {
  return [
    ...operations(contract).flatMap((operation) => answersOf(operation)),
    ...contract
      .at('x-unrouted')
      .entries()
      .map(([status, place]) => ({ status, place, operation: undefined })),
  ];
}

export function answersOf(operation: Operation): Answer[] {
  return operation.place
    .at('responses')
    .entries()
    .map(([status, place]) => ({ status, place, operation }));
}

/** The places of a list, for example of rule ids or of error codes. */
export function items(list: Place): Place[] {
  return list.entries().map(([, place]) => place);
}

/** The places whose value an earlier one of the list already has. */
export function repeats(places: readonly Place[]): Place[] {
  return places.filter(({ value }, index) => places.findIndex((earlier) => earlier.value === value) < index);
}

/** Whether an entry of the error catalogue may stand at one of these: error, error_code, booking. */
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
