import type { SampleRequest, SampleVariables } from './sample-request.ts';

/** A request by curl. */
export function curlSample({ verb, url, headers, body }: SampleRequest, variables: SampleVariables): string {
  const address = url.map((part, index) => (index % 2 === 0 ? part : `$${part}`)).join('');
  const isPosted = body !== undefined && verb === 'POST';
  return `${[
    `curl -sS ${verb === 'GET' || isPosted ? '' : `-X ${verb} `}"$${variables.url}${address}"`,
    `  -H "Authorization: Bearer $${variables.key}"`,
    ...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${oneLine(body).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n')}\n`;
}

/** JSON in one line, with spaces as a person writes them. */
export function oneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}
