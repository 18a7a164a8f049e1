/** Checks that a screen has no finding of axe and no content wider than the screen, in both themes and at both widths. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [1280, 390] as const;
/** Colors differ between the themes, and nothing else does. */
const scans = { light: '{}', dark: "{ runOnly: ['color-contrast'] }" } as const;

/** Returns the faults of the page in its current state. */
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
