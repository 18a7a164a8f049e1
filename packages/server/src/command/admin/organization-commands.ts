import { Option } from 'commander';
import { limits } from '@booking-service/contract';
import type { NewLimits, Organization } from '@booking-service/contract/admin';
import { wholeNumber } from '../settings/value-parser.ts';
import { createFlag, createRequiredFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup, type CreateCommand } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import { openAdmin } from './open-admin.ts';
import { findSealing } from '../settings/find-sealing.ts';
import { readLists } from './read-lists.ts';
import { secretCommands } from './secret-commands.ts';
import { sendTestEvent, setOrganization, showUsage } from './settings-commands.ts';
import { StartError } from '../start-error.ts';
import { toColumns } from '../to-columns.ts';

const name = { expected: 'a name of 1 to 100 characters', parse: parseName };
const maxCount = 1_000_000_000;

interface LimitFlags {
  readonly rateLimit?: number;
  readonly testAllowance?: number;
  readonly json?: true;
}

interface CreateFlags extends LimitFlags {
  readonly name: string;
  readonly webhookUrl?: string;
}

const create = defineCommand<CreateFlags>({
  name: 'create',
  summary: 'Creates an organization and prints its signing secret',
  example: '--name "Harbour Group" --webhook-url https://example.com/webhooks',
  flags: [
    createRequiredFlag('--name <NAME>', 'the name of the organization', name),
    new Option('--webhook-url <URL>', 'the https URL of its webhooks (default: none, no webhooks)'),
    rateLimitFlag(`default: ${limits.default_limit}`),
    testAllowanceFlag(`default: ${limits.default_test_allowance}`),
    jsonFlag,
  ],
  settings: ['data', 'database', 'sealing_key', 'loopback_webhooks', 'webhook_private_networks'],
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings, findSealing(settings));
    const body = {
      name: flags.name,
      ...(flags.webhookUrl !== undefined && { webhook_url: flags.webhookUrl }),
      ...toLimits(flags),
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
  summary: 'Lists the organizations, newest first',
  example: '--json',
  flags: [jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { json } }) {
    await using admin = await openAdmin(settings);
    const organizations = await readLists((query) => admin.run('listOrganizations', { query }));
    if (json) return JSON.stringify(organizations, null, 2);
    if (organizations.length === 0) {
      return `No organizations yet. Create one: booking-service org create --name NAME${locationFlag(settings)}`;
    }
    const head = ['ORGANIZATION', 'NAME', 'STATE', 'REQUESTS IN 5 MIN', 'TEST BOOKINGS', 'CREATED', 'WEBHOOK URL'];
    return toColumns([head, ...organizations.map(toRow)]);
  },
});

const setLimits = defineCommand<LimitFlags>({
  name: 'limits',
  summary: 'Sets the limits of an organization; one that is not given stays',
  operand: 'ORGANIZATION',
  example: 'org_0123456789abcdef0123456789abcdef --rate-limit 1000',
  flags: [rateLimitFlag('default: unchanged'), testAllowanceFlag('default: unchanged'), jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const body = toLimits(flags);
    if (Object.keys(body).length === 0) {
      throw new StartError('Nothing to set. Use --rate-limit or --test-allowance.', { exitCode: 2 });
    }
    const organization = await admin.run('setLimits', { path: { organization_id: operand }, body });
    if (flags.json) return JSON.stringify(organization, null, 2);
    const { id, rate_limit, test_confirmed, test_allowance } = organization;
    return toColumns([
      ['Organization', id],
      ['Requests in 5 min', String(rate_limit)],
      ['Test bookings', `${test_confirmed} of ${test_allowance}`],
    ]);
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

/** booking-service org … (ORG-1, ORG-6, AUT-5, LIM-4, LIM-5). */
export const organizationCommands: CommandGroup = {
  name: 'org',
  summary: 'Manages organizations',
  commands: [create, list, setOrganization, setLimits, showUsage, sendTestEvent, suspend, resume],
  groups: [secretCommands],
};

function rateLimitFlag(fallback: string): Option {
  return createFlag('--rate-limit <N>', `requests in five minutes (${fallback})`, wholeNumber(1, maxCount));
}

function testAllowanceFlag(fallback: string): Option {
  return createFlag('--test-allowance <N>', `confirmed test bookings (${fallback})`, wholeNumber(0, maxCount));
}

function toLimits({ rateLimit, testAllowance }: LimitFlags): NewLimits {
  return {
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
    ...(testAllowance !== undefined && { test_allowance: testAllowance }),
  };
}

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

function toRow(organization: Organization): string[] {
  const { id, standing, rate_limit, test_confirmed, test_allowance, created, webhook_url } = organization;
  const used = `${test_confirmed} of ${test_allowance}`;
  return [id, organization.name, standing, String(rate_limit), used, created, webhook_url ?? 'none'];
}

function parseName(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length >= 1 && trimmed.length <= 100 ? trimmed : undefined;
}
