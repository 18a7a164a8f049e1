import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The text of the fixture's page and of its asset. */
export const pages = {
  '/index.html': '<!doctype html><title>Dashboard</title>',
  '/assets/app-1a2b3c.js': 'document.title = "Dashboard";',
} as const;

/** Writes a small build of the dashboard, with one compressed asset, next to a file that is not part of it. */
export async function makePages(): Promise<AsyncDisposable & { readonly folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'booking-service-'));
  const folder = join(parent, 'dashboard');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  for (const [path, text] of Object.entries(pages)) await writeFile(join(folder, path), text);
  const asset = '/assets/app-1a2b3c.js';
  await writeFile(join(folder, `${asset}.br`), brotliCompressSync(pages[asset]));
  await writeFile(join(folder, `${asset}.gz`), gzipSync(pages[asset]));
  return { folder, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }) };
}
