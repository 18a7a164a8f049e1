import { expect, it } from 'vitest';
import { createOctoProvider, type OctoProviderOptions } from '../src/index.ts';

const options: OctoProviderOptions = {
  name: 'tours',
  baseUrl: 'https://api.supplier.test/octo/',
  token: 'secret-token',
};

it.each<{ option: string; changes: Partial<OctoProviderOptions> }>([
  { option: 'name', changes: { name: 'Tours' } },
  { option: 'name', changes: { name: '' } },
  { option: 'token', changes: { token: '' } },
  { option: 'token', changes: { token: 'secret token' } },
  { option: 'venuePrefix', changes: { venuePrefix: 'tours_' } },
  { option: 'country', changes: { country: 'Portugal' } },
  { option: 'productsMaxAgeSeconds', changes: { productsMaxAgeSeconds: 0 } },
  { option: 'timeoutSeconds', changes: { timeoutSeconds: Number.NaN } },
  { option: 'baseUrl', changes: { baseUrl: 'supplier' } },
  { option: 'baseUrl', changes: { baseUrl: 'ftp://supplier.test' } },
  { option: 'baseUrl', changes: { baseUrl: 'https://user:secret-token@supplier.test' } },
  { option: 'baseUrl', changes: { baseUrl: 'https://supplier.test/?key=secret-token' } },
  { option: 'baseUrl', changes: { baseUrl: 'http://supplier.test/octo' } },
])('refuses $changes and names $option', ({ option, changes }) => {
  const create = () => createOctoProvider({ ...options, ...changes });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(new RegExp(`The option ${option} `));
  expect(create).not.toThrow(/secret-token/);
});

it.each<Partial<OctoProviderOptions>>([
  { baseUrl: 'http://localhost:4010' },
  { baseUrl: 'http://127.0.0.1:4010/octo' },
  { baseUrl: 'http://[::1]:4010' },
  { baseUrl: 'http://supplier.test/octo', allowHttp: true },
  { venuePrefix: 'ven_' },
])('accepts %j', (changes) => {
  expect(createOctoProvider({ ...options, ...changes }).name).toBe('tours');
});
