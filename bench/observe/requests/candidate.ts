/** Runs one of the services in its own process: `candidate.ts NAME FOLDER`. */
import { runCandidate } from '../../http/run-candidate.ts';
import { candidates } from './candidates.ts';

await runCandidate(candidates);
