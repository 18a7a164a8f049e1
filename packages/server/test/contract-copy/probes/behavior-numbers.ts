/** Observes every number of openapi/behavior except the statuses, and prints them. behavior-numbers.test.ts runs it. */
import { deliveryNumbers } from './numbers/delivery.ts';
import { limitNumbers } from './numbers/limits.ts';
import { readNumbers, runNumbers } from './numbers/runs.ts';
import { sandboxNumbers } from './numbers/sandbox.ts';

const groups = [deliveryNumbers, limitNumbers, readNumbers, runNumbers, sandboxNumbers];
const seen = await Promise.all(groups.map((group) => group()));
process.stdout.write(JSON.stringify(Object.assign({}, ...seen)));
