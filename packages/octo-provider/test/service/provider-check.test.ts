/** @module-tag slow */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openOctoSupplier } from '../supplier/octo-supplier.ts';
import type { SupplierOptions } from '../supplier/supplier-options.ts';

const command = fileURLToPath(new URL('../../../../node_modules/.bin/booking-service', import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `booking-service provider check tours` with a list that names the supplier, or another command of providers. */
async function checkSupplier(
  options: Omit<SupplierOptions, 'clock'> = {},
  { fields = '', action = 'check' }: { readonly fields?: string; readonly action?: 'check' | 'certify' } = {},
): Promise<Ended & { statuses: string[] }> {
  await using supplier = await openOctoSupplier({ clock: { now: () => new Date() }, ...options });
  const folder = await mkdtemp(join(tmpdir(), 'octo-provider-'));
  try {
    const file = join(folder, 'providers.yaml');
    await writeFile(
      file,
      `providers:\n  - name: tours\n    type: octo\n    test:\n      url: ${supplier.url}\n      token: { env: TOURS_TOKEN }\n${fields}`,
    );
    const args = ['--conditions=@booking-service/source', command, 'provider', action, 'tours', '--providers', file];
    const env = { ...process.env, TOURS_TOKEN: supplier.token };
    const ended = await new Promise<Ended>((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });
    const statuses = [...supplier.bookings.all.keys()].map((uuid) => supplier.bookings.get(uuid).status);
    return { ...ended, statuses };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('passes every scenario of `provider check`, and leaves nothing reserved', async () => {
  const { code, stdout, stderr, statuses } = await checkSupplier();
  expect(stdout + stderr).toContain(' 0 failed');
  expect(code).toBe(0);
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set(['CANCELLED']));
});

it('cancels what it booked, also at a supplier that cancels until a week before', async () => {
  const { code, stdout, stderr, statuses } = await checkSupplier({ products: [{ id: 'tower', cutoffHours: 7 * 24 }] });
  expect(stdout + stderr).toContain(' 0 failed');
  expect(code).toBe(0);
  expect(new Set(statuses)).toEqual(new Set(['CANCELLED']));
});

it('certifies the service with `provider certify`, and cancels what it booked', async () => {
  const { code, stdout, stderr, statuses } = await checkSupplier({}, { action: 'certify' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /\nbooking-cancellation +passed +the booking is CANCELLED\n\ntours: 7 passed, 0 failed, 0 skipped\.\n$/,
  );
  expect(statuses).toEqual(['CANCELLED']);
});

it('exits with 1 if a step of the certification fails', async () => {
  const { code, stdout } = await checkSupplier({ capacity: 0 }, { action: 'certify' });
  expect(stdout).toMatch(
    /\navailability-calendar +failed +None of the first 20 venues is available within 30 days\.\n/,
  );
  expect(code).toBe(1);
});

it.each([
  {
    fields: '      country: Portugal\n',
    says: 'providers.yaml:7: country must be a country code of two capital letters',
  },
  { fields: '      unit: ""\n', says: 'providers.yaml:7: unit must be a text of 1 to 200 characters' },
  { fields: '      contact: { phone: "1" }\n', says: 'providers.yaml:7: phone is not a field here' },
  {
    fields: '      timeout_seconds: 30\n',
    says: 'providers.yaml:7: timeout_seconds must be a whole number from 1 to 29',
  },
])('refuses the list with its line: $says', async ({ fields, says }) => {
  const { code, stderr } = await checkSupplier({}, { fields });
  expect(stderr).toContain(says);
  expect(code).not.toBe(0);
});

it('accepts every field', async () => {
  const fields = `      venue_prefix: ven_t_
      unit: ADULT
      city: Lisbon
      country: PT
      contact: { country: PT, postal_code: 1100-053, notes: Booked online, locales: [pt, en] }
      headers: { OCTO-Env: test, X-Key: { env: TOURS_TOKEN } }
      products_max_age_seconds: 60
      timeout_seconds: 20
      allow_http: true
`;
  const required = ['country', 'postalCode', 'notes', 'locales'] as const;
  const { code, stdout, stderr } = await checkSupplier({ products: [{ id: 'tower', required }] }, { fields });
  expect(stdout + stderr).toContain(' 0 failed');
  expect(code).toBe(0);
});
