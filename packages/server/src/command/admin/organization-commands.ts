import { Option } from 'commander';
import { limits } from '@booking-service/contract';
import type { ListedOrganization } from '../../store/store.ts';
import { wholeNumber } from '../settings/value-parser.ts';
import { createFlag, createRequiredFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup, type CreateCommand } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import { openAdmin } from './open-admin.ts';
import { openAdminStore } from '../open-store.ts';
import { findSealing } from '../settings/find-sealing.ts';
import { readPages } from './read-pages.ts';
import { toColumns } from '../to-columns.ts';

const name = { expected: 'a name of 1 to 100 characters', parse: parseName };
const maxCount = 1_000_000_000;

interface CreateFlags {
  readonly name: string;
  readonly webhookUrl?: string;
  readonly rateLimit?: number;
  readonly testAllowance?: number;
  readonly json?: true;
}

const create = defineCommand<CreateFlags>({
  name: 'create',
  summary: 'Creates an organization and prints its signing secret',
  example: '--name "Harbour Group" --webhook-url https://example.com/webhooks',
  flags: [
    createRequiredFlag('--name <NAME>', 'the name of the organization', name),
    new Option('--webhook-url <URL>', 'the https URL of its webhooks (default: none, no webhooks)'),
    createFlag(
      '--rate-limit <N>',
      `requests in five minutes (default: ${limits.default_limit})`,
      wholeNumber(1, maxCount),
    ),
    createFlag(
      '--test-allowance <N>',
      `confirmed test bookings (default: ${limits.default_test_allowance})`,
      wholeNumber(0, maxCount),
    ),
    jsonFlag,
  ],
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings, findSealing(settings));
    const body = {
      name: flags.name,
      ...(flags.webhookUrl !== undefined && { webhook_url: flags.webhookUrl }),
      ...(flags.rateLimit !== undefined && { rate_limit: flags.rateLimit }),
      ...(flags.testAllowance !== undefined && { test_allowance: flags.testAllowance }),
    };
    const { organization, signing_secret } = await admin.run('createOrganization', { body });
    const created = { organization_id: organization.id, signing_secret };
    if (flags.json) return JSON.stringify(created, null, 2);
    return `${toColumns([
      ['Organization', created.organization_id],
      ['Name', organization.name],
      ['Webhook URL', organization.webhook_url ?? 'none'],
      ['Signing secret', created.signing_secret],
    ])}

The organization has no key yet. Create one: booking-service key create --org ${created.organization_id} --mode test${locationFlag(settings)}`;
  },
});

const list = defineCommand<{ readonly json?: true }>({
  name: 'list',
  summary: 'Lists the organizations',
  example: '--json',
  flags: [jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { json } }) {
    await using store = await openAdminStore(settings);
    const organizations = await readPages((after) => store.listOrganizations({ after }));
    if (json) return JSON.stringify(organizations, null, 2);
    if (organizations.length === 0) {
      return `No organizations yet. Create one: booking-service org create --name NAME${locationFlag(settings)}`;
    }
    const head = ['ORGANIZATION', 'NAME', 'STATE', 'REQUESTS IN 5 MIN', 'TEST BOOKINGS', 'CREATED', 'WEBHOOK URL'];
    return toColumns([head, ...organizations.map(toRow)]);
  },
});

const suspend = standingCommand('suspended', {
  name: 'suspend',
  summary: 'Suspends an organization: its requests are refused with org_suspended',
  effect: 'Its requests are refused with org_suspended.',
});

const resume = standingCommand('active', {
  name: 'resume',
  summary: 'Ends the suspension of an organization',
  effect: 'Its keys work.',
});

/** booking-service org … (ORG-1, ORG-6, AUT-5). */
export const organizationCommands: CommandGroup = {
  name: 'org',
  summary: 'Manages organizations',
  commands: [create, list, suspend, resume],
};

function standingCommand(
  standing: 'active' | 'suspended',
  { name: commandName, summary, effect }: { name: string; summary: string; effect: string },
): CreateCommand {
  return defineCommand({
    name: commandName,
    summary,
    operand: 'ORGANIZATION',
    example: 'org_0123456789abcdef0123456789abcdef',
    flags: [],
    settings: ['data', 'database'],
    async run({ settings, operand }) {
      await using admin = await openAdmin(settings);
      const organization = await admin.run('setStanding', { path: { organization_id: operand }, body: { standing } });
      return `${organization.id} (${organization.name}) is ${standing}. ${effect}`;
    },
  });
}

function toRow(organization: ListedOrganization): string[] {
  const { id, suspended, rate_limit, test_confirmed, test_allowance, created, webhook_url } = organization;
  const state = suspended ? 'suspended' : 'active';
  const used = `${test_confirmed} of ${test_allowance}`;
  return [id, organization.name, state, String(rate_limit), used, created, webhook_url ?? 'none'];
}

function parseName(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length >= 1 && trimmed.length <= 100 ? trimmed : undefined;
}
