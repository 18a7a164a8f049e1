import { readFileSync } from 'node:fs';

interface Part {
  readonly utf8?: string;
  readonly base64?: string;
  readonly times?: number;
}

/** One golden vector. vectors/README.md describes its fields. */
export interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly options?: {
    readonly tolerance?: number;
    readonly future_tolerance?: number;
    readonly max_body_bytes?: number;
  };
  readonly header: string | null;
  readonly body: readonly Part[];
  readonly expect:
    | { readonly ok: true; readonly secret_index: number; readonly timestamp: number }
    | { readonly ok: false; readonly reason: string };
}

const file = new URL('../vectors/signatures.json', import.meta.url);

/** The golden vectors. */
// vectors/README.md describes this form, and the tests read every field.
export const vectors: readonly Vector[] = (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors;

/** Returns the bytes of a vector's body. */
export function bodyOf({ body }: Vector): Buffer {
  const parts = body.map(({ utf8, base64 = '', times = 1 }) => {
    const bytes = utf8 === undefined ? Buffer.from(base64, 'base64') : Buffer.from(utf8);
    return Buffer.alloc(bytes.length * times, bytes);
  });
  return Buffer.concat(parts);
}
