import { Option } from 'commander';
import { limits } from '@booking-service/contract';
import { createBareOrganization } from '../organizations/create-organization.ts';
import { findWebhookUrlFault } from './find-webhook-url-fault.ts';
import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import { StartError } from './start-error.ts';
import type { ListedOrganization } from '../store/store.ts';
import { wholeNumber } from './settings/value-parser.ts';
import { createFlag, createRequiredFlag, jsonFlag } from './create-flag.ts';
import { defineCommand, type CommandGroup, type CreateCommand } from './define-command.ts';
import { locationFlag } from './location-flag.ts';
import { openOrganizations } from './open-store.ts';
import { findSealing } from './settings/find-sealing.ts';
import { readPages } from './read-pages.ts';
import { requireOrganization } from './require-organization.ts';
import { toColumns } from './to-columns.ts';

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
    const organization = {
      name: flags.name,
      webhook_url: flags.webhookUrl ?? null,
      rate_limit: flags.rateLimit,
      test_allowance: flags.testAllowance,
    };
    await checkWebhookUrl(organization.webhook_url, {
      allowLoopback: settings.database === undefined && isSandboxFolder(settings.data),
    });
    await using store = await openOrganizations(settings, findSealing(settings));
    const created = await createBareOrganization(store, organization, new Date());
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
    await using store = await openOrganizations(settings);
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
      await using store = await openOrganizations(settings);
      const found = await store.setStanding(operand, standing);
      const organization = requireOrganization(found, { id: operand, settings });
      return `${organization.id} (${organization.name}) is ${standing}. ${effect}`;
    },
  });
}

async function checkWebhookUrl(url: string | null, options: { allowLoopback: boolean }): Promise<void> {
  const fault = url === null ? undefined : await findWebhookUrlFault(url, options);
  if (fault !== undefined) throw new StartError(`--webhook-url: ${fault}`, { exitCode: 2 });
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
