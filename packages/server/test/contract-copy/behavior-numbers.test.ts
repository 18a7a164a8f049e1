/**
 * Proves that no number of openapi/behavior is copied into code. The test changes every number in a copy of the packages, and
 * probes observe each changed number in the service. A number without a probe fails the test.
 *
 * @module-tag slow
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContractCopy, type ContractCopy } from './open-contract-copy.ts';

type Node = { [field: string]: unknown };

/** New values for numbers that cannot be raised by one, or would take long to reach. Every other number is raised by one. */
const changes: Readonly<Record<string, number>> = {
  'delivery.timeout_seconds': 3,
  'idempotency.first_status': 203,
  'idempotency.replay_status': 202,
  'limits.default_test_allowance': 3,
  'limits.max_details': 15,
  'limits.page.default': 19,
  'limits.page.max': 30,
  'limits.reads.rows_per_unit': 12,
  'limits.window_seconds': 240,
  'runs.reads.failures_at_most': 12,
  'runs.reads.first_delay_seconds': 40,
  'runs.reads.longest_delay_seconds': 910,
  'runs.release.give_up_after_seconds': 7200,
};

/** Compiling all packages takes long if other tests run in parallel. */
const whileCompiling = { timeout: 600_000 };

let copy: ContractCopy;

beforeAll(async () => {
  copy = await openContractCopy();
}, whileCompiling.timeout);

afterAll(() => copy[Symbol.asyncDispose]());

it('ERR-6 DLV-5 LIM-4: the service follows every changed number of the contract', whileCompiling, async () => {
  const numbers = await changeNumbers((path) => !path.startsWith('errors.'));
  await repeatInSchemas();
  await copy.generate();
  const seen = await copy.run('behavior-numbers.ts');

  await copy.reset();
  const statuses = await changeNumbers((path) => path.startsWith('errors.'));
  await copy.generate();
  const refused = (await copy.run('error-statuses.ts')) as { statuses: object; malformed: number };

  expect({ ...(seen as object), ...refused.statuses }).toMatchObject({ ...numbers, ...statuses });
  expect(refused.malformed).toBe(statuses['errors.invalid_request.status']);
  const followed = Object.keys({ ...numbers, ...statuses }).length;
  process.stdout.write(`behaviour numbers: ${followed} of ${followed}\n`);
});

/** Changes the numbers with selected paths, and returns the new numbers by path. */
async function changeNumbers(isSelected: (path: string) => boolean): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  const files = (await copy.list('openapi/behavior')).filter((file) => file.endsWith('.yaml'));
  for (const file of files) {
    const visit = (node: Node, at: string) => {
      for (const [field, value] of Object.entries(node)) {
        const path = `${at}.${Array.isArray(node) ? nameOf(value, field) : field}`;
        // The schemas of the webhook headers describe the wire. The wire validator compares each webhook with them.
        if (path === 'delivery.headers') continue;
        if (typeof value === 'object' && value !== null) visit(value as Node, path);
        else if (typeof value === 'number' && isSelected(path)) {
          changed[path] = changes[path] ?? value + 1;
          node[field] = changed[path];
        }
      }
    };
    await copy.edit<Node>(`openapi/behavior/${file}`, (content) => {
      visit(content, file.replace('.yaml', ''));
      // One more attempt has one more delay.
      const delays = content['retry_delays_seconds'];
      if (Array.isArray(delays) && isSelected('delivery.retry_delays_seconds')) {
        changed[`delivery.retry_delays_seconds.${delays.length}`] = 77;
        delays.push(77);
      }
    });
  }
  return changed;
}

/** Identifies list items by their id or name, otherwise by their index. */
function nameOf(item: unknown, index: string): string {
  const { id, name = index } = (typeof item === 'object' && item !== null ? item : {}) as Node;
  return String(id ?? name);
}

/** Repeats changed numbers in the schemas that contain them too. The linter requires both to match. */
async function repeatInSchemas(): Promise<void> {
  const { page, session, max_details, window_seconds } = await copy.read<{
    page: { default: number; max: number };
    session: { max_attempts: number };
    max_details: number;
    window_seconds: number;
  }>('openapi/behavior/limits.yaml');
  const idempotency = await copy.read<Record<'max_length' | 'first_status' | 'replay_status', number>>(
    'openapi/behavior/idempotency.yaml',
  );
  await copy.edit<{
    PageLimit: Node;
    Session: { properties: { attempts_left: Node } };
    CodedError: { properties: { details: Node } };
  }>('openapi/components/schemas.yaml', ({ PageLimit, Session, CodedError }) => {
    Object.assign(PageLimit, { default: page.default, maximum: page.max });
    Session.properties.attempts_left['maximum'] = session.max_attempts;
    CodedError.properties.details['maxItems'] = max_details;
  });
  await copy.edit<{ IdempotencyKey: { schema: Node } }>('openapi/components/parameters.yaml', ({ IdempotencyKey }) => {
    IdempotencyKey.schema['maxLength'] = idempotency.max_length;
  });
  await copy.edit<Record<'RateLimit-Reset' | 'RateLimit-Reset-known' | 'Retry-After', { schema: Node }>>(
    'openapi/components/headers.yaml',
    (headers) => {
      for (const header of ['RateLimit-Reset', 'RateLimit-Reset-known', 'Retry-After'] as const) {
        headers[header].schema['maximum'] = window_seconds;
      }
    },
  );
  await copy.edit<{ post: { responses: Node } }>('openapi/paths/v1_bookings.yaml', ({ post: { responses } }) => {
    const { 201: first, 200: replay, ...others } = responses;
    const { first_status, replay_status } = idempotency;
    Object.assign(others, { [first_status]: first, [replay_status]: replay });
    for (const status of Object.keys(responses)) delete responses[status];
    Object.assign(responses, others);
  });
}
