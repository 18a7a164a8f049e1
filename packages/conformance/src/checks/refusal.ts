import { demand } from '../verdict.ts';
import type { Exchange } from '../exchange.ts';

/** The code of a refusal, in whichever field it stands. */
export function codeOf({ body }: Exchange): string {
  const { error, error_code } = (body ?? {}) as { readonly error?: unknown; readonly error_code?: unknown };
  return String(error_code ?? error);
}

/** Throws Broken unless the response is a refusal with this status and code. Returns both for the evidence. */
export function demandRefusal(response: Exchange, status: number, code: string, rule?: string): string {
  const { method, path } = response;
  const found = `${response.status} ${codeOf(response)}`;
  demand(found === `${status} ${code}`, `${method} ${path} returned ${found}, not ${status} ${code}`, rule);
  return found;
}
