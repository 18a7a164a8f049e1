import { readBundledContract } from '../document/bundled-contract.ts';
import type { JsonObject } from '../document/json-object.ts';
import { behaviorLaws } from './behavior-laws.ts';
import type { GatedContract } from './contracts.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { lawTexts } from './laws.ts';
import { operationProbes, probedContract, type Draft, type OperationProbe } from './operation-probes.ts';
import { schemaProbes, type SchemaProbe } from './schema-probes.ts';

/** The part of a message that a probe changes. */
export type Message = 'request' | 'response' | 'webhook';

type Implementer = Pick<GatedContract, 'implementedBy'>;

/** Returns whether the gate refuses a change of a schema in one kind of message. */
export function refusesSchema({ before, after }: SchemaProbe, message: Message, contract: Implementer): boolean {
  const [base, revision] = [before, after].map((schema) => only(message, probedContract(schema)));
  return base !== undefined && revision !== undefined && findBreakingChanges(base, revision, contract).length > 0;
}

/** Returns whether the gate refuses another change. */
export function refusesOperation({ edit }: OperationProbe, contract: Implementer): boolean {
  const base = probedContract({ type: 'string' });
  const revision = draftOf(base);
  edit(revision);
  return findBreakingChanges(base, revision, contract).length > 0;
}

/** Returns the verdict of each kind of change, and the law of each value of an x- block. */
export function policyTable(contracts: readonly GatedContract[]): string {
  const places = contracts.flatMap((contract): (readonly [GatedContract, Message])[] =>
    (hasWebhooks(contract) ? messages : messages.slice(0, 2)).map((message) => [contract, message]),
  );
  const schemas = schemaProbes.map((probe) => [
    probe.kind,
    probe.change,
    ...places.map(([contract, message]) => verdict(refusesSchema(probe, message, contract))),
  ]);
  const operations = operationProbes.map((probe) => [
    probe.kind,
    probe.change,
    ...contracts.map((contract) => verdict(refusesOperation(probe, contract))),
  ]);
  const laws = Object.entries(behaviorLaws).map(([path, law]) => [`\`${path}\``, lawTexts.get(law) ?? '']);
  const heads = places.map(([{ name }, message]) => `${name} ${message}`);
  return [
    table(['schema', 'change', ...heads], schemas),
    table(['part', 'change', ...contracts.map(({ name }) => name)], operations),
    table(['value', 'law'], laws),
  ].join('\n');
}

function hasWebhooks({ bundle }: GatedContract): boolean {
  return Object.keys(readBundledContract(bundle).webhooks ?? {}).length > 0;
}

const messages: readonly Message[] = ['request', 'response', 'webhook'];

function verdict(isRefused: boolean): string {
  return isRefused ? 'breaking' : 'compatible';
}

/** Returns a contract whose other messages have no schema. */
function only(message: Message, contract: JsonObject): JsonObject {
  const draft = draftOf(contract);
  const post = draft['paths']?.['/things/{id}']?.['post'];
  if (message !== 'request') delete post?.['requestBody'];
  if (message !== 'response') delete post?.['responses']?.['200'];
  if (message !== 'webhook') delete draft['webhooks'];
  return draft;
}

/** Returns a copy. A structured clone would keep an object that occurs in several places one object. */
function draftOf(contract: JsonObject): Draft {
  return JSON.parse(JSON.stringify(contract)) as Draft;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |\n`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}
