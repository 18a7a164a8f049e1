import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { documentTypes } from '@booking-service/toolkit/generate';
import { parse } from 'yaml';

const require = createRequire(import.meta.url);
const file = require.resolve('@octocloud/types/src/openapi.yaml');

/** The types of the official OpenAPI document of OCTO, without its texts. */
export async function octoTypes(): Promise<string> {
  // The document is an object, and its copy, too.
  return documentTypes(withoutTexts(parse(readFileSync(file, 'utf8'))) as object);
}

const texts = new Set(['description', 'summary', 'example', 'examples']);

/** The schema without descriptions and examples. A property that has one of these names is kept. */
function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNames || !texts.has(key));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutTexts(each, key === 'properties')]));
}
