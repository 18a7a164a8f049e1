import { code } from '../site/markdown-table.ts';
import type { SitePage } from '../site/site-page.ts';
import { operationText, type Operation } from './operation-page.ts';
import { resolverOf } from './schema.ts';

/** The parts of the bundled provider contract that this reads. */
export interface ProviderContract {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The reference of the provider contract, as one page: a provider implements all of it. */
export function providerPage(contract: ProviderContract): SitePage {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText({
        method,
        path,
        operation,
        resolve: resolverOf(contract),
        requirements: [`Operation id: ${code(operation.operationId)}.`],
        describeError: () => undefined,
        level: 2,
      }),
    ),
  );
  return {
    path: 'provider',
    markdown: [
      '# Provider contract',
      contract.info.description,
      'The guide [A provider in any language](site:guides/provider-in-any-language) builds one step by step. The contract as OpenAPI 3.1:\n[provider.yaml](file:provider.yaml).',
      ...operations,
    ].join('\n\n'),
  };
}
