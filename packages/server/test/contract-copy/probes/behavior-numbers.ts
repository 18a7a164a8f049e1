/** Meets every number of openapi/behavior but the statuses, and prints what it saw. Run by behavior-numbers.test.ts. */
import { deliveryNumbers } from './numbers/delivery.ts';
import { limitNumbers } from './numbers/limits.ts';
import { runNumbers } from './numbers/runs.ts';
import { sandboxNumbers } from './numbers/sandbox.ts';

const groups = [deliveryNumbers, limitNumbers, runNumbers, sandboxNumbers];
const seen = await Promise.all(groups.map((group) => group()));
process.stdout.write(JSON.stringify(Object.assign({}, ...seen)));
