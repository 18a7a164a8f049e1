import { code } from '../site/markdown-table.ts';
import type { SitePage } from '../site/site-page.ts';
import { contentsOf, operationText, type Operation } from './operation-page.ts';
import { resolverOf } from './schema.ts';

/** The parts of the bundled contract that this reads. */
export interface CalledContract {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The texts of the page. */
export interface CalledPage {
  readonly path: string;
  readonly title: string;
  /** Markdown after the description of the contract. */
  readonly more: string;
}

/** The reference of a contract that others implement, as one page. */
export function calledPage(contract: CalledContract, { path: page, title, more }: CalledPage): SitePage {
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
    path: page,
    markdown: [`# ${title}`, contract.info.description, more, contentsOf(operations), ...operations].join('\n\n'),
  };
}
