/** Writes the client's generated tables: its behavior by operation, code and status. */
import type { BundledContract, StateMachine } from '../document/bundled-contract.ts';
import { constantText, errorCodes } from './generated-tables.ts';

/** The tables that the client reads at run time, and the error codes of each operation as types. */
export function clientTables(contract: BundledContract, version: string): string {
  const idempotency = contract['x-idempotency'];
  const operations = operationsOf(contract).map(({ method, path, operation }) => ({
    name: operation.operationId,
    call: `${method.toUpperCase()} ${path}`,
    isRepeatable: operation['x-behavior'].repeatable,
  }));
  const modes = Object.entries(contract['x-access'].key_modes).map(([mode, { prefix }]) => [mode, prefix]);
  const bodiless = operationsOf(contract)
    .filter(({ operation }) => operation.responses['204'] !== undefined)
    .map(({ operation }) => operation.operationId);
  return [
    `/** The client's own version, as in its package.json. */\n`,
    constantText('clientVersion', version),
    `\n/** The method and path of each operation. */\n`,
    constantText('operationTable', Object.fromEntries(operations.map(({ name, call }) => [name, call]))),
    `\n/** The operations that are not sent again after an attempt whose outcome is unknown. */\n`,
    constantText(
      'unrepeatable',
      operations.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name),
    ),
    `\n/** The operations whose success has no body. */\n`,
    `export const bodiless: readonly string[] = ${JSON.stringify(bodiless)};\n`,
    `\n/** The header that makes an operation safe to retry, for operations that need one. */\n`,
    constantText(
      'keyHeaders',
      Object.fromEntries(idempotency.operations.map((operation) => [operation, idempotency.header])),
    ),
    `\n/** The codes of a 5xx that are safe to retry: nothing happened. Any other 5xx may have changed something. */\n`,
    constantText('unstarted', unstartedCodes(contract['x-errors'])),
    `\n/** The headers with the rest of the window, and the time until the next request may pass. */\n`,
    constantText('limitHeaders', contract['x-limits'].headers),
    `\n/** The prefix of the API keys of each mode. */\n`,
    constantText('keyPrefixes', Object.fromEntries(modes)),
    `\n/** The statuses that a resource may still reach, by its status. A status without a row may reach all. */\n`,
    constantText('statusesAfter', reachable(Object.values(contract['x-states'])[0])),
    `\n/** The error codes of each operation. */\n`,
    refusalCodes(contract),
  ].join('');
}

/** The codes that are not decided by their status. Every other code follows its status: 429 always, 5xx maybe, 4xx never. */
function unstartedCodes(errors: BundledContract['x-errors']): string[] {
  return Object.entries(errors).flatMap(([code, { status = 0, retry, effect }]) => {
    const verdict = retry === 'never' ? 'never' : effect === 'unknown' ? 'if_repeatable' : 'always';
    const byStatus = status === 429 ? 'always' : status >= 500 ? 'if_repeatable' : 'never';
    if (verdict === byStatus || status === 0) return [];
    if (verdict === 'always') return [code];
    throw new Error(
      `The client cannot retry ${code} by its status ${status}: extend retry-policy.ts to the verdict ${verdict}.`,
    );
  });
}

function reachable(machine: StateMachine | undefined): Record<string, readonly string[]> {
  const { states = {}, transitions = [] } = machine ?? {};
  const all = Object.keys(states);
  const rows = all.map((status) => {
    const seen = new Set<string>();
    const waiting = [status];
    for (const from of waiting) {
      for (const { to } of transitions.filter((each) => each.from === from)) {
        if (!seen.has(to)) waiting.push(to);
        seen.add(to);
      }
    }
    return [status, [...seen]] as const;
  });
  return Object.fromEntries(rows.filter(([, seen]) => seen.length < all.length));
}

function refusalCodes(contract: BundledContract): string {
  const lines = operationsOf(contract).map(({ operation }) => {
    const codes = Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith('2'))
      .flatMap(([, response]) => errorCodes(contract, response));
    return `  readonly ${operation.operationId}:\n${[...new Set(codes)].map((code) => `    | '${code}'\n`).join('') || '    never\n'}`;
  });
  return `export interface RefusalCodes {\n${lines.map((line) => line.replace(/\n$/, ';\n')).join('')}}\n`;
}

function operationsOf(contract: BundledContract) {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}
