/** Builds the pages before the sandbox starts: the script `start` makes Node load this module first. With --help it builds nothing. */
import { isMainThread } from 'node:worker_threads';
import { buildPages } from './build-pages.ts';

// Node loads it for each thread.
if (isMainThread && !process.argv.includes('--help')) buildPages('inherit');
