/** The samples of the operations of an admin contract: a request by curl, by fetch, in Python and in Go, with the contract's first example. */
import type { CodeSample } from '../../document/bundled-contract.ts';
import { literal, sample } from '../../generate/samples/code-samples.ts';
import { curlSample } from '../../generate/samples/curl-sample.ts';
import { goSample } from '../../generate/samples/go-samples.ts';
import { pythonSample } from '../../generate/samples/python-samples.ts';
import type { SampleRequest, SampleVariables } from '../../generate/samples/sample-request.ts';
import type { AdminContract, AdminOperation } from './admin-contract.ts';
import { resolverOf } from './schema.ts';

/** The variables of the samples, for a product whose own ones begin with this. */
export function adminVariables(prefix: string): SampleVariables {
  return { url: `${prefix}_ADMIN_URL`, key: `${prefix}_ADMIN_TOKEN` };
}

/** Returns the samples by operationId. An operation with servers of its own, which is for browsers, has none. */
export function adminSamples(contract: AdminContract, prefix: string): Map<string, readonly CodeSample[]> {
  const variables = adminVariables(prefix);
  return new Map(
    Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { servers }]) => servers === undefined)
        .map(([method, operation]) => {
          const request = requestOf(contract, { method, path, operation });
          return [
            operation.operationId,
            [
              sample('curl', curlSample(request, variables)),
              sample('TypeScript', fetchSample(request, variables)),
              sample('Python', pythonSample(request, variables)),
              sample('Go', goSample(request, variables)),
            ],
          ] as const;
        }),
    ),
  );
}

/** The environment variable of a parameter of the path. */
export function adminVariableOf(parameter: string): string {
  return parameter.toUpperCase();
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: AdminOperation;
}

/** The request has the required parameters of the query, and `id`, by which a search finds one object. */
function requestOf(contract: AdminContract, { method, path, operation }: Call): SampleRequest {
  const resolve = resolverOf(contract);
  const query = (operation.parameters ?? [])
    .map(resolve)
    .filter((each) => each.in === 'query' && (each.required || each.name === 'id'))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const parts = path.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : adminVariableOf(part)));
  const { content } = operation.requestBody ? resolve(operation.requestBody) : {};
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  return {
    verb: method.toUpperCase(),
    url: query === '' ? parts : [...parts.slice(0, -1), `${parts.at(-1)}?${query}`],
    headers: {},
    body: example && resolve(example).value,
  };
}

/** A request by fetch. */
function fetchSample({ verb, url, body }: SampleRequest, variables: SampleVariables): string {
  const read = [variables.url, variables.key, ...url.filter((_, index) => index % 2 === 1)].join(', ');
  const address = url.map((part, index) => (index % 2 === 0 ? part : `\${${part}}`)).join('');
  const type = body === undefined ? '' : `, 'Content-Type': 'application/json'`;
  return [
    `const { ${read} } = process.env;\n\n`,
    `const response = await fetch(\`\${${variables.url}}${address}\`, {\n`,
    ...(verb === 'GET' ? [] : [`  method: '${verb}',\n`]),
    `  headers: { Authorization: \`Bearer \${${variables.key}}\`${type} },\n`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),\n`]),
    `});\nconsole.log(response.status, await response.text());\n`,
  ].join('');
}
