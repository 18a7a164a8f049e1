/** The example of each error code that a response may carry, from the error catalogue. */
import { parse, stringify } from 'yaml';

interface CatalogueEntry {
  /** Absent if the code appears only on resources that failed. */
  readonly status?: number;
  readonly stands_in: readonly string[];
  readonly message: string;
}

const request_id = 'req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e';

/** The text of the file of examples. `errors` is the text of the catalogue. `more` has further fields of single bodies, by their codes. */
export function errorExamples(errors: string, more: Readonly<Record<string, object>> = {}): string {
  const catalogue = parse(errors) as Readonly<Record<string, CatalogueEntry>>;
  const refusals = Object.entries(catalogue).filter(([, { status }]) => status !== undefined);
  const examples = Object.fromEntries(
    refusals
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, { stands_in, message }]) => {
        // An older code is the value of `error`, too (ERR-2).
        const error = stands_in.includes('error') ? code : message;
        const value = { error, error_code: code, request_id, ...more[code] };
        return [code, { summary: code, value }];
      }),
  );
  return stringify(examples, { lineWidth: 0 });
}
