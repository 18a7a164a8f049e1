/** The example of each error code that a response may carry, from the error catalogue: openapi/components/examples.yaml. */
import { parse, stringify } from 'yaml';

interface CatalogueEntry {
  /** Absent if the code appears only on resources that failed. */
  readonly status?: number;
  readonly stands_in: readonly string[];
  readonly message: string;
}

const request_id = 'req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e';
/** invalid_request is the only refusal with details. */
const details = { invalid_request: [{ in: 'body', path: '/party_size', message: 'must be >= 1' }] };
const banner =
  '# Written by scripts/generate/main.ts from openapi/behavior/errors.yaml. Edit that, then run: npm run generate\n';

/** The text of the file of examples. `errors` is the text of the catalogue. */
export function errorExamples(errors: string): string {
  const catalogue = parse(errors) as Readonly<Record<string, CatalogueEntry>>;
  const refusals = Object.entries(catalogue).filter(([, { status }]) => status !== undefined);
  const examples = Object.fromEntries(
    refusals
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, { stands_in, message }]) => {
        // An older code is the value of `error` itself (ERR-2).
        const body = stands_in.includes('error') ? { error: code } : { error: message, error_code: code };
        const more = Object.entries(details).find(([name]) => name === code)?.[1];
        const value = { ...body, request_id, ...(more && { details: more }) };
        return [code, { summary: code, value }];
      }),
  );
  return banner + stringify(examples, { lineWidth: 0 });
}
