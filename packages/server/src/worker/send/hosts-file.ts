import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Address } from '../../domain/addresses.ts';

/**
 * Returns the addresses that the hosts file gives to this name, in the order of the file. Without the file, or without the name
 * in it, the list is empty.
 */
export async function findInHostsFile(file: string, hostname: string): Promise<readonly Address[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(hostname) ? [{ address, family }] : [];
  });
}
