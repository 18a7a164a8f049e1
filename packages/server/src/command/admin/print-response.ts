/**
 * Prints the response of an operation for people, as its command says in the contract (x-command):
 *  columns  a table with a template for each heading; `empty` instead of one without rows, `note` below the last page
 *  facts    a line for each template that has a value
 *  text     a text with values, below the facts
 *  printer  a function of printers.ts
 */
import type { AdminCommand } from '@booking-service/contract/admin';
import { locationFlag } from '../create-flag.ts';
import type { StoreLocation } from '../open-store.ts';
import { toColumns } from '../to-columns.ts';
import { printers } from './printers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the text for people. */
export function printResponse(
  command: AdminCommand,
  { body, settings }: { readonly body: unknown; readonly settings: StoreLocation },
): string {
  if (command.printer) return printers(command.operation, body);
  // Every response is an object, or the rows of all pages of a list.
  const fields = { ...(Array.isArray(body) ? { data: body } : (body as Fields)), location: locationFlag(settings) };
  if (command.columns) return printTable(command, fields);
  const { facts, text } = command;
  const lines = Object.entries(facts ?? {}).flatMap(([name, template]) => {
    const value = fillAlternatives(template, fields);
    return value === undefined ? [] : [[name, value]];
  });
  return [...(facts ? [toColumns(lines)] : []), ...(text === undefined ? [] : [fill(text, fields).text])].join('\n\n');
}

function printTable({ columns = {}, rows: field = 'data', empty = '', note }: AdminCommand, fields: Fields): string {
  // The contract's lists have objects.
  const rows = fields[field] as readonly Fields[];
  // Absent for a table that has no pages.
  const cursor = (fields['next_cursor'] ?? null) as string | null;
  const end = note === undefined ? '' : fill(note, fields).text;
  if (rows.length === 0 && cursor === null) return [fill(empty, fields).text, end].join(' ').trimEnd();
  const more = cursor === null ? end : `More rows follow: --cursor ${cursor}`;
  const table = toColumns([
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((template) => fillAlternatives(template, row) ?? '')),
  ]);
  return more === '' ? table : `${table}\n\n${more}`;
}

/** The first alternative of a template whose fields all have a value. */
function fillAlternatives(template: string, fields: Fields): string | undefined {
  return template
    .split(' | ')
    .map((alternative) => fill(alternative, fields))
    .find(({ isComplete }) => isComplete)?.text;
}

/** Fills the fields in braces: `{field}`, `{json field}`, `{field ? word}` and `{field past ? word}`. */
function fill(template: string, fields: Fields): { text: string; isComplete: boolean } {
  let isComplete = true;
  const text = template.replaceAll(
    /\{(json )?([\w.]+)( past)?(?: \? (\w+))?\}/g,
    (_, json: string | undefined, path: string, past: string | undefined, word: string | undefined) => {
      const value = read(path, fields);
      const isFound = past ? Date.parse(toText(value)) <= Date.now() : hasValue(value);
      if (!isFound) isComplete = false;
      if (!isFound) return '';
      return word ?? (json ? JSON.stringify(value) : toText(value));
    },
  );
  return { text, isComplete };
}

function read(path: string, fields: Fields): unknown {
  let value: unknown = fields;
  // A field of a response is an object, or it has no fields.
  for (const key of path.split('.')) value = (value as Fields | null | undefined)?.[key];
  return value;
}

function hasValue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}=${each}`)
    .join(' ');
}
