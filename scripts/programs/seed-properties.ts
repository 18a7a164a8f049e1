/**
 * A set-up file of the tests: the properties of fast-check have the same cases each time, so a failure comes from a change. FUZZ_SEED
 * selects other cases.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121) });
