import type { CompiledParameter } from './compiled-contract.ts';

/** Reads one parameter of a parsed query. */
export type ReadQuery = (sent: Readonly<Record<string, string | readonly string[] | undefined>>) => unknown;

/** The sign between the values of a list that does not repeat its name, by style. */
const signs: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** Creates the function that reads one query parameter, in the form that its style and explode state. */
export function createQueryReader(parameter: CompiledParameter): ReadQuery {
  const { name, style = 'form', explode = style === 'form', isList } = parameter;
  if (style === 'deepObject') {
    return (sent) => {
      const fields = Object.entries(sent).flatMap(([each, value]) => {
        const field = fieldOf(parameter, each);
        return field === undefined ? [] : [[field, value] as const];
      });
      return fields.length > 0 ? Object.fromEntries(fields) : undefined;
    };
  }
  if (!isList) return (sent) => sent[name];
  const sign = explode ? undefined : signs[style];
  return ({ [name]: value }) => {
    const values = value === undefined ? [] : [value].flat();
    if (values.length === 0) return undefined;
    return sign === undefined ? values : values.flatMap((each) => each.split(sign));
  };
}

/**
 * The field that `metadata[order]` names in the parameter metadata; '' for the whole of another parameter. Undefined if it is not of this
 * one: a field has a name without brackets.
 */
export function fieldOf({ name, style }: CompiledParameter, sent: string): string | undefined {
  if (style !== 'deepObject') return sent === name ? '' : undefined;
  return sent.startsWith(name) ? /^\[([^[\]]+)\]$/.exec(sent.slice(name.length))?.[1] : undefined;
}

/** A decimal integer as JSON writes it. JavaScript also reads 0x5, 5e0 and +5 as integers, and other languages do not send them. */
const integer = /^-?(?:0|[1-9]\d*)$/;

/** Returns the fault of what a query sends under a name that no schema expresses; undefined if it has none. */
export function findQueryFault(
  parameters: readonly CompiledParameter[],
  { name, value }: { readonly name: string; readonly value: string | readonly string[] | undefined },
): { path: string; message: string } | undefined {
  for (const parameter of parameters) {
    const field = fieldOf(parameter, name);
    if (field === undefined) continue;
    if (field !== '' && Array.isArray(value))
      return { path: `${parameter.name}/${field}`, message: 'must be sent once' };
    const isFault = parameter.isInteger && [value].flat().some((each) => !integer.test(each ?? ''));
    return isFault ? { path: name, message: 'must be integer' } : undefined;
  }
  const object = parameters.find((each) => each.style === 'deepObject' && name.startsWith(`${each.name}[`));
  if (!object) return { path: name, message: 'is unknown' };
  return { path: object.name, message: `must name a field, as in ${object.name}[name]` };
}
