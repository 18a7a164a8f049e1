/**
 * The commands that the contract declares (x-command). Each calls one operation:
 *  1. flags    become the parameters and the body of the request
 *  2. run      the handler of the admin server, after the same validation
 *  3. print    the body as JSON, or as the contract says
 */
import { systemClock } from '@booking-service/kernel/time';
import { type AdminCommand, type AdminCommandFlag, adminCommands, adminRoutes } from '@booking-service/contract/admin';
import { Option } from 'commander';
import type { ReadPayment } from '../../domain/payment.ts';
import type { Environment } from '../settings/read-settings.ts';
import type { RequestParts } from '../../admin/admin-validators.ts';
import { requireProviders } from '../checks/run-scenario.ts';
import { type CreateCommand, createFlag, defineCommand, jsonFlag, type NamedCommands } from '../define-command.ts';
import { findSealing } from '../open-store.ts';
import type { SettingName } from '../settings/settings.ts';
import { time, type ValueParser, wholeNumber } from '../settings/value-parsers.ts';
import { StartError } from '../start-error.ts';
import { type CommandOperation, openAdmin, readLists } from './open-admin.ts';
import { printResponse } from './print-response.ts';

/** Reads payments at the card services of --providers. Disposal ends the pauses of those that fail. */
async function openPaymentReader(
  file: string,
  environment: Environment,
): Promise<{ readonly readPayment: ReadPayment } & Disposable> {
  // Other commands do not load these.
  const { createLog } = await import('../../log/log.ts');
  const { noObserver } = await import('../../log/observer.ts');
  const { createPorts } = await import('../../providers/ports.ts');
  const { loadProviders } = await import('../service/load-integrations.ts');
  const { createReadPayment } = await import('../../providers/ports.ts');
  const given = { clock: systemClock, log: createLog({ level: 'silent' }) };
  const { payments } = await loadProviders(file, { ...given, environment });
  const ports = createPorts({ suppliers: [], payments }, { ...given, observer: noObserver });
  return { readPayment: createReadPayment(ports.portsOf), [Symbol.dispose]: ports.stop };
}

type ContractCommand = AdminCommand<SettingName> & {
  readonly operation: CommandOperation;
  readonly with_organization?: CommandOperation;
};

const table: Readonly<Record<string, ContractCommand>> = adminCommands;

/** In the order of the contract. */
export const contractCommands: NamedCommands = Object.entries(table).map(([words, command]) => [
  words,
  toCommand(words, command),
]);

type FlagValues = Readonly<Record<string, unknown>>;

function toCommand(words: string, command: ContractCommand): CreateCommand {
  const { summary, details, example, argument, settings = [] } = command;
  const flags = command.flags.map((flag) => ({ flag, option: toOption(flag) }));
  // The audit log has every change.
  const isAudited = adminRoutes[command.operation].method !== 'get';
  const names = Object.fromEntries(flags.map(({ flag, option }) => [flag.name, option.long ?? '']));
  return defineCommand<FlagValues>({
    name: words.split(' ').at(-1) ?? words,
    summary,
    ...(details !== undefined && { details }),
    ...(argument && { operand: argument.value }),
    example,
    flags: [...flags.map(({ option }) => option), jsonFlag],
    settings: ['data', 'database', 'cells', ...(isAudited ? (['as'] as const) : []), ...settings],
    async run({ settings: values, flags: given, operand, line, environment }) {
      const byName = flags.map(({ flag, option }) => [flag.name, given[option.attributeName()]] as const);
      const parts = toRequest(command, { values: Object.fromEntries(byName), operand });
      using reader = settings.includes('providers')
        ? await openPaymentReader(requireProviders(values.providers, line), environment)
        : undefined;
      const sealing = settings.includes('sealing_key') ? findSealing(values) : undefined;
      await using admin = await openAdmin(values, { sealing, readPayment: reader?.readPayment });
      const { operation, with_organization = operation } = command;
      const called = parts.path['organization_id'] === undefined ? operation : with_organization;
      const read = (query: GivenParts['query']) => admin.runParts(called, { ...parts, query }, names);
      const body =
        command.pages === 'all'
          ? await readLists(async (page) => (await read({ ...parts.query, ...page })) as Page)
          : await read(parts.query);
      return given['json'] ? JSON.stringify(body, null, 2) : printResponse(command, { body, settings: values });
    },
  });
}

/** A page of a list of the admin contract. */
interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

type GivenParts = RequestParts & Required<Pick<RequestParts, 'path' | 'query'>>;

function toRequest(
  { flags, argument, body: fixed, needs_field }: ContractCommand,
  { values, operand }: { values: FlagValues; operand: string },
): GivenParts {
  const fieldsOf = (place: AdminCommandFlag['in']) =>
    flags
      .filter((flag) => flag.in === place)
      .map(({ name, nullable, default: fallback }) => {
        const { [name]: value = fallback } = values;
        return [name, nullable && (value === 'none' || value === 'null') ? null : value] as const;
      })
      .filter(([, value]) => value !== undefined);
  const fields = fieldsOf('body');
  if (needs_field && fields.length === 0) {
    const ways = flags.filter((flag) => flag.in === 'body').map(({ flag }) => flag.split(' ')[0]);
    throw new StartError(`Nothing to set. Use ${ways.join(' or ')}.`, { exitCode: 2 });
  }
  const hasBody = fixed !== undefined || flags.some((flag) => flag.in === 'body');
  return {
    // The parser of a text returns a text, and that of a number a number. A path and a query have no lists.
    path: Object.fromEntries([...(argument ? [[argument.name, operand]] : []), ...fieldsOf('path')]) as Record<
      string,
      string
    >,
    query: Object.fromEntries(fieldsOf('query')) as Record<string, string | number>,
    ...(hasBody && { body: { ...fixed, ...Object.fromEntries(fields) } }),
  };
}

function toOption(flag: AdminCommandFlag): Option {
  if (flag.kind === 'switch') return new Option(flag.flag, flag.meaning);
  const option = createFlag(flag.flag, flag.meaning, parserOf(flag));
  return flag.required ? option.makeOptionMandatory() : option;
}

function parserOf({ kind, values = [], minimum = 0, maximum = 0 }: AdminCommandFlag): ValueParser<unknown> {
  if (kind === 'integer') return wholeNumber(minimum, maximum);
  if (kind === 'time') return time;
  if (kind === 'word')
    return { expected: `one of ${values.join(', ')}`, parse: (text) => values.find((each) => each === text) };
  if (kind === 'list') return listOf(values);
  return { expected: 'not empty', parse: (text) => text.trim() || undefined };
}

/** Accepts words separated by commas, each once, and returns them in the order of the contract. */
function listOf(values: readonly string[]): ValueParser<readonly string[]> {
  return {
    expected: `words separated by commas (${values.join(', ')})`,
    parse(text) {
      const requested = new Set(text.split(','));
      const valid = values.filter((value) => requested.has(value));
      return valid.length === requested.size ? valid : undefined;
    },
  };
}
