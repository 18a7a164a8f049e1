/**
 * Runs before npm start and npm test. Without the packages of the project, or with an old Node, they would end with a stack. Plain
 * JavaScript, because the old Node reads it.
 *
 * Exits   1 with one line that names what to do
 */
import { existsSync } from 'node:fs';

const needed = '24.16';
const given = process.versions.node;

if (!existsSync(new URL('../../node_modules/.package-lock.json', import.meta.url))) {
  refuse('The packages of the project are not installed. Run npm ci first.');
} else if (given.localeCompare(needed, 'en', { numeric: true }) < 0) {
  refuse(
    `This needs Node ${needed} or newer, but this is Node ${given}. npm ci brings one for Linux, macOS and Windows on x64, unless it omits optional packages. Otherwise install it.`,
  );
}

function refuse(line) {
  console.error(line);
  process.exitCode = 1;
}
