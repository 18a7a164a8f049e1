import { code } from '../site/markdown-table.ts';
import type { SitePage } from '../site/site-page.ts';
import type { CalledContract } from './called-contract.ts';
import { contentsOf, operationText } from './operation-page.ts';
import { signedSamples, type SignedSample } from './signed-samples.ts';
import { resolverOf } from './schema.ts';

/** The texts of the page. */
export interface CalledPage {
  readonly path: string;
  readonly title: string;
  /** Markdown after the description of the contract. */
  readonly more: string;
  /** Of the samples. */
  readonly signed: SignedSample;
}

/** The reference of a contract that others implement, as one page. */
export function calledPage(contract: CalledContract, { path: page, title, more, signed }: CalledPage): SitePage {
  const samples = signedSamples(contract, signed);
  const beforeSamples = `The request as the service sends it, for your own tests. Set ${code(signed.url)} to your address, and ${code(signed.secret)}.`;
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText({
        method,
        path,
        operation: { ...operation, 'x-codeSamples': samples.get(operation.operationId) ?? [] },
        beforeSamples,
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
