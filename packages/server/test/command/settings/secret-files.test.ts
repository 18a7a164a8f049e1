/** The check of overridden sources, the files that BOOKING_SERVICE_..._FILE name, and the warning about files that every user can read. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { readSettings, type Sources } from '../../../src/command/settings/read-settings.ts';
import { fileVariable, listSettings } from '../../../src/command/settings/settings.ts';
import type { Settings } from '../../../src/command/settings/effective-settings.ts';
import { openFolder } from '../../support/processes/server-process.ts';

const key = Buffer.alloc(32, 9).toString('base64');

function read(sources: Partial<Sources> = {}): Settings {
  return readSettings({ flags: {}, config: undefined, environment: {}, start: 'service', ...sources });
}

describe('a source that another one overrides', () => {
  it('is checked too', async () => {
    const wrong = { BOOKING_SERVICE_PORT: '1e4' };
    expect(() => read({ environment: wrong, flags: { port: '8000' } })).toThrow(
      'BOOKING_SERVICE_PORT must be a whole number from 1 to 65534, not "1e4".',
    );
    const environment = { BOOKING_SERVICE_PORT: '8002' };
    await using folder = await openFolder();
    const config = join(folder.path, 'config.json');
    await writeFile(config, '{"port": 0}');
    expect(() => read({ config, environment, flags: { port: '8000' } })).toThrow(/^port in .*config\.json must be/);
  });

  it.each(['1e1', '5.0', '-0', '"1e1"', '1e400'])('is refused in the file as it is written: %s', async (written) => {
    await using folder = await openFolder();
    const config = join(folder.path, 'config.json');
    await writeFile(config, `{"tick_seconds": ${written}}`);
    const text = `must be a whole number from 1 to 3600, not ${JSON.stringify(written.replaceAll('"', ''))}.`;
    expect(() => read({ config, flags: { tick_seconds: '5' } })).toThrow(text);
  });
});

describe('a secret in a file', () => {
  /** Reads the settings with a file that contains this text, with this mode. Returns the warnings too. */
  async function readWithSecret(
    text: string | Uint8Array,
    { variable = 'BOOKING_SERVICE_SEALING_KEY_FILE', mode = 0o600, environment = {} } = {},
  ) {
    await using folder = await openFolder();
    const file = join(folder.path, 'secret');
    await writeFile(file, text);
    await chmod(file, mode);
    const warnings: string[] = [];
    const settingsRead = read({
      environment: { [variable]: file, ...environment },
      warn: (warning) => void warnings.push(warning),
    });
    return { ...settingsRead, warnings, file };
  }

  it('is read for every setting that may contain one, without the line break at its end', async () => {
    const texts = {
      database: 'postgres://booking:swordfish@db.test/bookings',
      alert_url: 'https://alerts.test/token',
      webhook_proxy: 'http://user:swordfish@proxy.test:3128',
      sealing_key: key,
      second_sealing_key: key,
    } as const;
    const withFile = listSettings().filter(([name]) => fileVariable(name) !== undefined);
    expect(withFile.map(([name]) => name)).toEqual(Object.keys(texts));
    const secret = listSettings().filter(([, { isSecret }]) => isSecret);
    expect(withFile).toEqual(expect.arrayContaining(secret));
    for (const [name, text] of Object.entries(texts)) {
      const variable = `BOOKING_SERVICE_${name.toUpperCase()}_FILE`;
      const expected = name.endsWith('sealing_key') ? Buffer.alloc(32, 9) : text;
      for (const end of ['', '\n', '\r\n']) {
        expect(await readWithSecret(`${text}${end}`, { variable })).toMatchObject({ [name]: expected, warnings: [] });
      }
    }
  });

  it('is overridden by a flag and overrides the configuration file', async () => {
    const variable = 'BOOKING_SERVICE_ALERT_URL_FILE';
    await using folder = await openFolder();
    const [file, config] = [join(folder.path, 'secret'), join(folder.path, 'config.json')];
    await writeFile(file, 'https://alerts.test/file');
    await writeFile(config, '{"alert_url": "https://alerts.test/config"}');
    expect(read({ environment: { [variable]: file }, config }).alert_url).toBe('https://alerts.test/file');
    const flags = { alert_url: 'https://alerts.test/flag' };
    expect(read({ environment: { [variable]: file }, config, flags }).alert_url).toBe(flags.alert_url);
  });

  it('is refused without its text if it is wrong, missing, too long, or also in its variable', async () => {
    await expect(readWithSecret('swordfish')).rejects.toThrow(
      /^\/\S+\/secret, which BOOKING_SERVICE_SEALING_KEY_FILE names, must be 32 bytes in base64, .* may be secret\.$/,
    );
    await expect(readWithSecret(`${key}\n\n`)).rejects.toThrow('must be 32 bytes in base64');
    await expect(readWithSecret(Buffer.alloc(65_537, 'x'))).rejects.toThrow(
      /^Cannot read the file \S+ of BOOKING_SERVICE_SEALING_KEY_FILE \(it is longer than 65536 bytes\)\./,
    );
    const environment = { BOOKING_SERVICE_SEALING_KEY: key };
    await expect(readWithSecret(key, { environment })).rejects.toThrow(
      'BOOKING_SERVICE_SEALING_KEY and BOOKING_SERVICE_SEALING_KEY_FILE are both set. Unset one of them.',
    );
    expect(() => read({ environment: { BOOKING_SERVICE_SEALING_KEY_FILE: '/nowhere/key' } })).toThrow(
      'Cannot read the file /nowhere/key of BOOKING_SERVICE_SEALING_KEY_FILE (ENOENT). Fix it, or name another file.',
    );
    expect(() => read({ environment: { BOOKING_SERVICE_PORT_FILE: '/nowhere/port' } })).toThrow(
      'BOOKING_SERVICE_PORT_FILE is not a setting.',
    );
  });

  it('is warned about if every user can read the file', { tags: ['needs-posix'] }, async () => {
    const { warnings, file } = await readWithSecret(key, { mode: 0o644 });
    expect(warnings).toEqual([
      `${file} contains a secret, and every user of this computer can read it. Take that right away: chmod o-r ${file}`,
    ]);
    expect((await readWithSecret(key, { mode: 0o640 })).warnings).toEqual([]);
  });

  it(
    'is warned about in the configuration file too, and the command prints it',
    { tags: ['needs-posix'] },
    async () => {
      await using folder = await openFolder();
      const config = join(folder.path, 'config.json');
      const run = async (text: object, mode: number) => {
        await writeFile(config, JSON.stringify(text));
        await chmod(config, mode);
        return runCommandLine(['org', 'list', '--data', join(folder.path, 'data'), '--config', config], {});
      };
      const warnings = [expect.stringContaining(`${config} contains a secret`)];
      expect(await run({ sealing_key: key }, 0o644)).toMatchObject({ exitCode: 1, warnings });
      expect(await run({ sealing_key: key }, 0o600)).not.toHaveProperty('warnings');
      expect(await run({ port: 8000 }, 0o644)).not.toHaveProperty('warnings');
      // The path may be a token.
      expect(await run({ alert_url: 'https://alerts.test/token' }, 0o644)).toMatchObject({ warnings });
    },
  );
});

describe('a wrong value that may be a secret', () => {
  it.each([
    { name: 'alert_url', value: 'hooks.test/T0/swordfish' },
    { name: 'alert_url', value: 'https://user:swordfish@alerts.test' },
    { name: 'alert_url', value: { url: 'swordfish' } },
    { name: 'dashboard_url', value: 'https://user:swordfish@dashboard.test' },
    { name: 'database', value: { url: 'postgres://user:swordfish@db.test/bookings' } },
  ])('is not printed: $value of $name', async ({ name, value }) => {
    const hidden = /must be .+\. Its value is not shown, because it may be secret\.$/;
    await using folder = await openFolder();
    const config = join(folder.path, 'config.json');
    await writeFile(config, JSON.stringify({ [name]: value }));
    expect(() => read({ config })).toThrow(hidden);
    const variable = `BOOKING_SERVICE_${name.toUpperCase()}`;
    if (typeof value !== 'string') return;
    expect(() => read({ environment: { [variable]: value } })).toThrow(hidden);
    expect(() => read({ flags: { [name]: value } })).toThrow(hidden);
  });
});
