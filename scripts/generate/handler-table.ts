/** Writes the table of the server's handlers: each operation's function, from the file that has its name. */
import type { BundledContract } from '@booking-service/toolkit';

/** The text of packages/server/src/operations/index.ts. A missing or wrong handler does not compile. */
export function handlerTable({ paths }: BundledContract): string {
  const ids = Object.values(paths)
    .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    .toSorted();
  return [
    `import type { Operations } from '@booking-service/contract';\n`,
    `import type { Caller } from '../store/store.ts';\n`,
    ...ids.map((id) => `import { ${id} } from './${kebab(id)}.ts';\n`),
    `import type { OperationContext } from './operation-context.ts';\n`,
    `\nexport type { OperationContext } from './operation-context.ts';\n`,
    `\n/** The handler of every operation. A missing handler, or an undocumented response, does not compile. */\n`,
    `export const operations: Operations<[Caller, OperationContext]> = {\n`,
    ...ids.map((id) => `  ${id},\n`),
    '};\n',
  ].join('');
}

function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
