/** The script of the pages that send an operation. */
import { addConsole } from './add-console.ts';

addConsole();
