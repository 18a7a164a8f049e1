import { limits } from '@booking-service/contract';
import { createBareOrganization } from '../organizations/create-organization.ts';
import { findWebhookUrlFault } from './find-webhook-url-fault.ts';
import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import { StartError } from './start-error.ts';
import type { ListedOrganization } from '../store/store.ts';
import { wholeNumber } from './settings/whole-number.ts';
import type { Command } from './command.ts';
import { dataFlag } from './data-flag.ts';
import { openOrganizations } from './database.ts';
import { findSealing } from './settings/find-sealing.ts';
import { readFlag, requireFlag } from './read-flag.ts';
import { requireOrganization } from './require-organization.ts';
import { toColumns } from './to-columns.ts';

const name = { takes: 'a name of 1 to 100 characters', parse: parseName };
const most = 1_000_000_000;

const create: Command = {
  name: 'create',
  summary: 'makes an organization and prints its signing secret',
  example: '--name "Harbour Group" --webhook-url https://example.com/webhooks',
  flags: {
    name: { value: 'NAME', meaning: 'what it is called' },
    'webhook-url': { value: 'URL', meaning: 'where its webhooks go: https (none: no webhooks)' },
    'rate-limit': { value: 'N', meaning: `calls in five minutes (${limits.default_limit})` },
    'test-allowance': { value: 'N', meaning: `confirmed test bookings (${limits.default_test_allowance})` },
    json: { meaning: 'prints JSON' },
  },
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings, flags, switches }) {
    const organization = {
      name: requireFlag('--name', flags['name'], name),
      webhook_url: flags['webhook-url'] ?? null,
      rate_limit: readFlag('--rate-limit', flags['rate-limit'], wholeNumber(1, most)),
      test_allowance: readFlag('--test-allowance', flags['test-allowance'], wholeNumber(0, most)),
    };
    await checkWebhookUrl(organization.webhook_url, {
      allowLoopback: settings.database === undefined && isSandboxFolder(settings.data),
    });
    await using store = await openOrganizations(settings, findSealing(settings));
    const created = await createBareOrganization(store, organization, new Date());
    if (switches.has('json')) return JSON.stringify(created, null, 2);
    return `${toColumns([
      ['Organization', created.organization_id],
      ['Name', organization.name],
      ['Webhook URL', organization.webhook_url ?? 'none'],
      ['Signing secret', created.signing_secret],
    ])}

It has no key yet: booking-service key create --org ${created.organization_id} --mode test${dataFlag(settings)}`;
  },
};

const list: Command = {
  name: 'list',
  summary: 'lists the organizations',
  example: '--json',
  flags: { json: { meaning: 'prints JSON' } },
  settings: ['data', 'database'],
  async run({ settings, switches }) {
    await using store = await openOrganizations(settings);
    const organizations = await store.listOrganizations();
    if (switches.has('json')) return JSON.stringify(organizations, null, 2);
    if (organizations.length === 0) {
      return `There is no organization yet. Make one: booking-service org create --name NAME${dataFlag(settings)}`;
    }
    const head = ['ORGANIZATION', 'NAME', 'STATE', 'CALLS IN 5 MIN', 'TEST BOOKINGS', 'CREATED', 'WEBHOOK URL'];
    return toColumns([head, ...organizations.map(toRow)]);
  },
};

const suspend = standingCommand('suspended', {
  name: 'suspend',
  summary: 'suspends an organization: its calls are refused with org_suspended',
  now: 'its calls are refused with org_suspended',
});

const resume = standingCommand('active', {
  name: 'resume',
  summary: 'ends the suspension of an organization',
  now: 'its keys may call',
});

/** booking-service org … (ORG-1, ORG-6, AUT-5). */
export const organizationCommands: readonly Command[] = [create, list, suspend, resume];

function standingCommand(
  standing: 'active' | 'suspended',
  { name: commandName, summary, now }: { name: string; summary: string; now: string },
): Command {
  return {
    name: commandName,
    summary,
    operand: 'ORGANIZATION',
    example: 'org_0123456789abcdef0123456789abcdef',
    flags: {},
    settings: ['data', 'database'],
    async run({ settings, operand }) {
      await using store = await openOrganizations(settings);
      const found = await store.setStanding(operand, standing);
      const organization = requireOrganization(found, { id: operand, settings });
      return `${organization.id} (${organization.name}) is ${standing}: ${now}.`;
    },
  };
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
