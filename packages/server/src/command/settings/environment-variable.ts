import { settings, type SettingName } from './settings.ts';

/** Returns the name of the environment variable of a setting. */
export function environmentVariable(name: SettingName | 'config'): string {
  return `BOOKING_SERVICE_${name.toUpperCase()}`;
}

/** Returns the variable that names a file with the text of the setting; undefined if the setting cannot be in a file of its own. */
export function fileVariable(name: SettingName | 'config'): string | undefined {
  const hasFile = name !== 'config' && (settings[name].inSecretFile ?? false);
  return hasFile ? `${environmentVariable(name)}_FILE` : undefined;
}
