import type { AuditEntry } from '@booking-service/contract/admin';
import { createFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CreateCommand } from '../define-command.ts';
import { openAdmin } from './open-admin.ts';
import { wholeNumber, type ValueParser } from '../settings/value-parser.ts';
import { toColumns } from '../to-columns.ts';

const organization: ValueParser<string> = { expected: 'the id of an organization', parse: (text) => text || undefined };
const maxEntries = 100;

/** booking-service audit: the newest entries of the audit log. */
export const audit: CreateCommand = defineCommand<{
  readonly org?: string;
  readonly limit?: number;
  readonly json?: true;
}>({
  name: 'audit',
  summary: 'Lists the newest entries of the audit log',
  details:
    'Each change by a command or through the admin server has an entry, and so has each secret that was shown. Entries are never changed and never removed.',
  example: '--org org_0123456789abcdef0123456789abcdef',
  flags: [
    createFlag('--org <ORGANIZATION>', 'the organization of the entries (default: all)', organization),
    createFlag('--limit <N>', 'the maximum of entries (default: 50)', wholeNumber(1, maxEntries)),
    jsonFlag,
  ],
  settings: ['data', 'database'],
  async run({ settings, flags: { org, limit, json } }) {
    await using admin = await openAdmin(settings);
    const query = limit === undefined ? {} : { limit };
    const { data } =
      org === undefined
        ? await admin.run('listAllAuditEntries', { query })
        : await admin.run('listAuditEntries', { path: { organization_id: org }, query });
    if (json) return JSON.stringify(data, null, 2);
    if (data.length === 0) return 'No entries yet.';
    return toColumns([['TIME', 'ACTOR', 'ACTION', 'ORGANIZATION', 'TARGET', 'DETAILS'], ...data.map(toRow)]);
  },
});

function toRow({ created, actor, action, organization_id, target, details }: AuditEntry): string[] {
  const who = actor.name === null ? actor.kind : `${actor.name} (${actor.id})`;
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`);
  return [created, who, action, organization_id ?? 'none', target ?? 'none', facts.join(' ') || 'none'];
}
