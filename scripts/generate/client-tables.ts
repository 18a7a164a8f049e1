/** The text of the client's generated tables: what it does differs by operation, code and status as the contract says. */
import { constantText, errorCodes, type BundledContract } from './generated-tables.ts';

interface CatalogueRow {
  readonly status?: number;
  readonly retry: 'never' | 'backoff' | 'retry_after';
  readonly effect?: 'unknown';
}

interface Behavior {
  readonly 'x-errors': Readonly<Record<string, CatalogueRow>>;
  readonly 'x-idempotency': { readonly operation: string; readonly header: string };
  readonly 'x-limits': { readonly headers: Readonly<Record<string, string>> };
  readonly 'x-access': { readonly key_modes: Readonly<Record<string, { prefix: string; livemode: boolean }>> };
  readonly 'x-booking-states': {
    readonly states: Readonly<Record<string, unknown>>;
    readonly transitions: readonly { readonly from: string | null; readonly to: string }[];
  };
}

/** The tables that the client reads at run time, and the codes each operation refuses with, as types. */
export function clientTables(contract: BundledContract, version: string): string {
  const behavior = contract as BundledContract & Behavior;
  const idempotency = behavior['x-idempotency'];
  const operations = operationsOf(contract).map(({ method, path, operation }) => ({
    name: operation.operationId,
    call: `${method.toUpperCase()} ${path}`,
    isRepeatable: operation['x-behavior']['repeatable'] === true,
  }));
  const modes = Object.entries(behavior['x-access'].key_modes).map(([mode, { prefix }]) => [mode, prefix]);
  return [
    `/** The client's own version, as in its package.json. */\n`,
    constantText('clientVersion', version),
    `\n/** Where each operation is called. */\n`,
    constantText('operationTable', Object.fromEntries(operations.map(({ name, call }) => [name, call]))),
    `\n/** The operations that are not sent again after an attempt whose outcome is unknown. */\n`,
    constantText(
      'unrepeatable',
      operations.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name),
    ),
    `\n/** The header that makes it so, where there is one. */\n`,
    constantText('keyHeaders', { [idempotency.operation]: idempotency.header }),
    `\n/** The codes of a 5xx that are always worth a retry: nothing happened. Another 5xx may have changed something. */\n`,
    constantText('unstarted', unstartedCodes(behavior['x-errors'])),
    `\n/** The headers that say what is left of the window, and when to come again. */\n`,
    constantText('limitHeaders', behavior['x-limits'].headers),
    `\n/** What a key of each mode begins with. */\n`,
    constantText('keyPrefixes', Object.fromEntries(modes)),
    `\n/** The statuses that a booking may still come to, by its status; where there is no row, any. */\n`,
    constantText('statusesAfter', reachable(behavior['x-booking-states'])),
    `\n/** The codes that each operation may refuse with. */\n`,
    refusalCodes(contract),
  ].join('');
}

/** The codes that the status alone does not decide. Every other code follows its status: 429 always, 5xx maybe, 4xx never. */
function unstartedCodes(errors: Behavior['x-errors']): string[] {
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

function reachable({ states, transitions }: Behavior['x-booking-states']): Record<string, readonly string[]> {
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
    return `  readonly ${operation.operationId}:\n${[...new Set(codes)].map((code) => `    | '${code}'\n`).join('')}`;
  });
  return `export interface RefusalCodes {\n${lines.map((line) => line.replace(/\n$/, ';\n')).join('')}}\n`;
}

function operationsOf(contract: BundledContract) {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}
