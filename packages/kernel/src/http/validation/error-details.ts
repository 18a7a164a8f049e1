import type { EveryField } from '../../every-field.ts';
import type { ErrorDetail } from '../../refusal.ts';
import type { Fault } from './compiled-contract.ts';

const places = { query: 'query', headers: 'header', params: 'path' } as const;
/** The maximum length of a detail's path, and of its message. */
export const maxDetailLength = 500;

/** Returns one detail per fault of `{ query, headers, params }`. */
export function parameterFaults(faults: readonly Fault[] | null | undefined): ErrorDetail[] {
  return (faults ?? []).filter(isOwnFault).map((fault) => {
    const [, place = '', ...path] = pathOf(fault).split('/');
    // The data has no other fields.
    return toDetail(places[place as keyof typeof places], path.join('/'), fault);
  });
}

/** Returns one detail per fault of a body. */
export function bodyFaults(faults: readonly Fault[] | null | undefined): ErrorDetail[] {
  return (faults ?? []).filter(isOwnFault).map((fault) => toDetail('body', pathOf(fault), fault));
}

/** Returns whether a fault is more than the consequence of others: an `if` fails with the faults of its `then` or `else`. */
export function isOwnFault({ keyword }: Pick<Fault, 'keyword'>): boolean {
  return keyword !== 'if';
}

/** Matches the place of a schema that accepts nothing, which a condition has for a field. */
const excludedField = /\/(?:then|else)\/properties\/[^/]+\/(?:not|false schema)$/;

/** The format is that of RFC 5321, because not every supplier and mail server accepts the addresses of RFC 6531. */
const notAnEmail =
  'must be an email address in ASCII, such as ada@example.com; write an internationalized domain in its ASCII form, such as xn--mller-kva.test';

/**
 * Returns the message of a fault. The `then` of a condition refuses a field because of another one, with a schema that accepts nothing. A
 * fault without its place in the schema counts as one of these.
 */
export function messageOf({
  keyword,
  schemaPath,
  message = '',
}: Pick<Fault, 'keyword' | 'schemaPath' | 'message'>): string {
  if (message === 'must match format "email"') return notAnEmail;
  const isExcluded = schemaPath === undefined ? /^(?:not|false schema)$/.test(keyword) : excludedField.test(schemaPath);
  return isExcluded ? 'must not be sent together with the other fields' : message;
}

function toDetail(place: ErrorDetail['in'], path: string, fault: Fault): ErrorDetail {
  const { allowedValues } = fault.params;
  const allowed = fault.keyword === 'enum' && Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  return {
    in: place,
    path: path.slice(0, maxDetailLength),
    message: `${messageOf(fault)}${allowed}`.slice(0, maxDetailLength),
  } satisfies EveryField<ErrorDetail>;
}

/** The JSON pointer of a fault. A missing or an unknown field is named by the fault of its parent. */
function pathOf({ instancePath, params }: Fault): string {
  const field = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof field === 'string' ? `${instancePath}/${toToken(field)}` : instancePath;
}

/** Escapes a member's name for a JSON pointer (RFC 6901). */
export function toToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Returns one detail per text with a lone surrogate. JSON can escape a lone surrogate, but UTF-8 has no bytes for it, so no database
 * or webhook could keep it. The contract's patterns do not exclude it, because not every regex engine compiles surrogates.
 */
export function findLoneSurrogates(body: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list that grows while it is read replaces a recursion: a body can be nested deeper than the stack.
  const left: { readonly node: unknown; readonly path: string }[] = [{ node: body, path: '' }];
  for (const { node, path } of left) {
    if (typeof node === 'string') {
      if (!node.isWellFormed())
        details.push({ in: 'body', path: path.slice(0, maxDetailLength), message: 'contains a lone surrogate' });
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, child] of Object.entries(node)) {
        if (name.isWellFormed()) left.push({ node: child, path: `${path}/${toToken(name)}` });
        else
          details.push({
            in: 'body',
            path: path.slice(0, maxDetailLength),
            message: 'has a name with a lone surrogate',
          });
      }
    }
  }
  return details;
}
