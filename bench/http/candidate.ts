/** Runs one candidate in its own process: `candidate.ts NAME FOLDER`. */
import { candidates } from './candidates.ts';
import { runCandidate } from './run-candidate.ts';

await runCandidate(candidates);
