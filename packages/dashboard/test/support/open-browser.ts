import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [1280, 390] as const;
/** Colors differ between the themes, and nothing else does. */
const scans = { light: '{}', dark: "{ runOnly: ['color-contrast'] }" } as const;

/** Returns the findings of axe in the current state of the page, and content wider than the screen, in both themes and at both widths. */
export async function findPageFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const size = page.viewportSize() ?? { width: widths[0], height: 900 };
  await page.evaluate(axe);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (Number(await page.evaluate('document.documentElement.scrollWidth')) > width) {
      faults.push(`wider than ${width}`);
    }
    for (const [colorScheme, options] of Object.entries(scans)) {
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' });
      const found = await page.evaluate<string[]>(
        `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
      );
      faults.push(...found.map((violation) => `${colorScheme} ${width} ${violation}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
  return faults;
}
