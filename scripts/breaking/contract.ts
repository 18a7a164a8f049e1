import { readFileSync } from 'node:fs';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parts of a bundled contract that the gate names; everything else it walks as it comes. */
export interface Contract extends JsonObject {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly 'x-unrouted'?: JsonObject;
  readonly 'x-booking-states': { readonly transitions: readonly Transition[] };
}

export interface Operation extends JsonObject {
  readonly 'x-behavior'?: JsonObject;
}

/** One move of the booking's state machine. */
export interface Transition {
  readonly trigger: string;
  readonly from: string | null;
  readonly to: string;
  readonly events: readonly string[];
}

/** Reads a bundle. Both sides were linted when they were written, so their shape is not checked again. */
export function readContract(file: string): Contract {
  return JSON.parse(readFileSync(file, 'utf8')) as Contract;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
