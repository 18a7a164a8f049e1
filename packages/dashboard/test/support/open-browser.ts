import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Starts Chromium of the system. A test file starts one. */
export function openBrowser(): Promise<Browser> {
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath: findChromium(), args: [...flags, '--disable-component-update'] });
}

function findChromium(): string {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  return places.find(isExecutable) ?? 'chromium is missing: install it, for example with apt-get install chromium';
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
