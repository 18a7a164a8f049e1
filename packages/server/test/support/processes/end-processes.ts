/** A setup file: ends the processes that the tests of a file leave running. */
import { endProcesses } from './server-process.ts';

endProcesses();
