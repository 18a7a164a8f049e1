/** The settings of ports, and the address of the dashboard. */
import { expect, it } from 'vitest';
import { readSettings, type Sources } from '../../../src/command/settings/read-settings.ts';
import { dashboardUrl, type Settings } from '../../../src/command/settings/effective-settings.ts';

const read = (sources: Partial<Sources> = {}): Settings =>
  readSettings({ flags: {}, config: undefined, environment: {}, start: 'service', ...sources });

it('derives the other ports from the port, and never one above 65535', () => {
  const portsAt = (port: string) => {
    const { receiver_port, admin_port, dashboard_port } = read({ flags: { port } });
    return [receiver_port, admin_port, dashboard_port];
  };
  expect(['8000', '65533', '65534'].map(portsAt)).toEqual([
    [8001, 8002, 8003],
    [65534, 65535, 65531],
    [65535, 65533, 65532],
  ]);
});

it.each([
  {
    flags: { port: '8000', admin_port: '8000' },
    start: 'service',
    message: '--port and --admin-port are both 8000. Choose two different ports.',
  },
  {
    flags: { port: '8000', receiver_port: '8002' },
    start: 'sandbox',
    message: '--receiver-port and --admin-port are both 8002.',
  },
  {
    flags: { port: '8000', dashboard_port: '8002' },
    start: 'service',
    message: '--admin-port and --dashboard-port are both 8002.',
  },
] as const)('refuses the same port for two servers: $message', ({ flags, start, message }) => {
  expect(() => read({ flags, start })).toThrow(message);
});

it('lets the service use the default port of the receiver, which only a sandbox starts', () => {
  expect(read({ flags: { port: '8000', receiver_port: '8002' } }).admin_port).toBe(8002);
});

it('opens the dashboard over https, or over http on this computer', () => {
  const dashboardUrlOf = (dashboard_url: string) => dashboardUrl(read({ flags: { dashboard_url } }));
  expect(dashboardUrl(read({ flags: { port: '8000' } }))).toBe('http://127.0.0.1:8003');
  const allowed = ['https://Dashboard.diner.test/', 'https://dashboard.diner.test:8443', 'http://localhost:8003'];
  expect(allowed.map(dashboardUrlOf)).toEqual([
    'https://dashboard.diner.test',
    'https://dashboard.diner.test:8443',
    'http://localhost:8003',
  ]);
  const refused = [
    'http://dashboard.diner.test',
    'http://10.0.0.1:7423',
    'http://127.0.0.1.evil.test',
    'https://diner.test/dashboard',
    'https://ada@diner.test',
    'ftp://127.0.0.1',
    'dashboard.diner.test',
  ];
  for (const url of refused) expect(() => dashboardUrlOf(url)).toThrow('--dashboard-url must be an https URL');
});
