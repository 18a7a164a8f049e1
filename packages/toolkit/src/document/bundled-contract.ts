/**
 * The bundled contract: its file, and the types of the parts that the compiler reads. The document is not validated here:
 * lint validates the contract, with a JSON Schema for each block.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Reads a bundled contract. */
export function readBundledContract(file: string): BundledContract {
  return JSON.parse(readContractText(file)) as BundledContract;
}

/** Reads the text of a bundled contract. The name of a compressed file ends with .gz. */
export function readContractText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** The contract. Parts without a type here are `unknown`. */
export interface BundledContract extends JsonObject {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: ContractWebhook }>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, ContractParameter>>;
    readonly responses: Readonly<Record<string, ContractResponse>>;
    readonly headers?: Readonly<Record<string, ContractHeader>>;
    readonly requestBodies?: Readonly<Record<string, { readonly content: Readonly<Record<string, ContractBody>> }>>;
    readonly schemas: Readonly<Record<string, ContractSchema>>;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
  /** The responses outside all operations, by status. */
  readonly 'x-unrouted': Readonly<Record<string, ContractResponse>>;
  readonly 'x-errors': Readonly<Record<string, ErrorEntry>>;
  /** The state machine of each resource, by its name. */
  readonly 'x-states': Readonly<Record<string, StateMachine>>;
  readonly 'x-limits': Limits;
  readonly 'x-access': Access;
  readonly 'x-idempotency': Idempotency;
  readonly 'x-delivery': Delivery;
}

export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly 'x-displayName'?: string;
}

export interface ContractOperation extends JsonObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly 'x-behavior': OperationBehavior;
  readonly 'x-codeSamples': readonly CodeSample[];
  /** The name of its method in the client, if it is not the operationId without the resource. */
  readonly 'x-client-method'?: string;
  readonly parameters?: readonly (ContractParameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, ContractBody>> };
  readonly responses: Readonly<Record<string, ContractResponse>>;
}

/** The body of a request or response. */
export interface ContractBody {
  readonly schema: ContractSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ContractSchema extends JsonObject {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  readonly required?: readonly string[];
  readonly items?: ContractSchema;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface OperationBehavior extends JsonObject {
  readonly metered: boolean;
  /** Default: the operation counts in no window of reads. */
  readonly reads?: { readonly rows: number | 'page'; readonly compared?: readonly string[] };
  readonly scope: string;
  readonly live_key: boolean;
  readonly test_allowance: boolean;
  readonly billing: boolean;
  /** True if a caller may send the same request again if its outcome is unknown. */
  readonly repeatable: boolean;
  readonly rules: readonly string[];
}

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface ContractWebhook {
  readonly description: string;
  readonly 'x-codeSamples': readonly CodeSample[];
  readonly parameters?: readonly (ContractParameter | { readonly $ref: string })[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: ContractSchema;
        readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
      };
    };
  };
}

export interface ContractParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: ContractSchema;
}

export interface ContractResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, ContractHeader | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, ContractBody>>;
  readonly 'x-error-codes'?: readonly string[];
}

export interface ContractHeader {
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: ContractSchema;
}

export interface ErrorEntry {
  readonly status?: number;
  /** `error`, `error_code`, or a resource of x-states that can fail with the code. */
  readonly stands_in: readonly string[];
  readonly retry: 'never' | 'backoff' | 'retry_after';
  /** `unknown`: the requested change may have happened. */
  readonly effect?: 'unknown';
  readonly message: string;
  readonly action: string;
  /** The way to trigger the code in a sandbox. */
  readonly sandbox?: string;
}

export interface Transition {
  readonly trigger: string;
  /** null: the resource does not exist yet. */
  readonly from: string | null;
  readonly to: string;
  readonly events: readonly string[];
}

export interface StateMachine {
  readonly behind?: string;
  readonly states: Readonly<
    Record<string, { readonly final: boolean; readonly expires_after_seconds?: number; readonly meaning: string }>
  >;
  readonly transitions: readonly Transition[];
}

export interface Limits {
  readonly window_seconds: number;
  readonly default_limit: number;
  readonly default_test_allowance: number;
  /** Absent if the reads that are not metered are not counted. */
  readonly reads?: Readonly<Record<'units_per_request' | 'rows_per_unit' | 'compared_rows' | 'in_progress', number>>;
  readonly max_body_bytes: number;
  readonly max_details: number;
  readonly page: { readonly default: number; readonly max: number };
  readonly provider_timeout_seconds: number;
  readonly search_timeout_seconds: number;
  readonly check_timeout_seconds: number;
  readonly session: {
    readonly lifetime_seconds: number;
    readonly max_attempts: number;
    readonly creations: Readonly<Record<'burst' | 'day', { readonly max: number; readonly window_seconds: number }>>;
  };
  readonly retry_after_seconds: number;
  readonly headers: Readonly<Record<'limit' | 'remaining' | 'reset' | 'retry_after', string>>;
}

export interface Access {
  readonly key_modes: Readonly<Record<string, { readonly prefix: string; readonly livemode: boolean }>>;
  readonly scopes: Readonly<Record<string, string>>;
  readonly refusal_order: readonly string[];
}

export interface Idempotency {
  /** The operations that take the key. */
  readonly operations: readonly string[];
  readonly header: string;
  readonly max_length: number;
  readonly scope: readonly string[];
  readonly expires: string;
  readonly compares_body: boolean;
  readonly first_status: number;
  readonly replay_status: number;
  readonly replay_header: string;
  readonly replay_step: string;
}

export interface Delivery {
  readonly cadence_seconds: number;
  readonly timeout_seconds: number;
  readonly max_attempts: number;
  readonly retry_delays_seconds: readonly number[];
  readonly success: string;
  readonly max_answer_bytes: number;
  readonly kept_answer_bytes: number;
  readonly max_interim_responses: number;
  readonly max_head_bytes: number;
  readonly retention_days: number;
  /** The headers of every webhook, by the names of their components. */
  readonly headers: Readonly<
    Record<string, { readonly name: string; readonly required: boolean; readonly example: string }>
  >;
  readonly attempt_causes: Readonly<Record<string, { readonly meaning: string; readonly fix: string }>>;
  readonly signature: {
    readonly header: string;
    readonly scheme: string;
    readonly algorithm: string;
    readonly tolerance_seconds: number;
  };
}

/** A JSON object whose fields are not typed. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The x-deprecation of an operation, a parameter, a header or a property. Days are those of UTC. */
export interface Deprecation {
  /** The day from which it is deprecated, such as 2027-01-31. */
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset: string;
  /** The name of what to use instead: an operationId, a parameter or a property. */
  readonly replaced_by?: string;
}

/** Returns the deprecation of a value of a contract; undefined if it is not deprecated, or states no days. */
export function deprecationOf(value: unknown): Deprecation | undefined {
  if (!isJsonObject(value) || value['deprecated'] !== true || !isJsonObject(value['x-deprecation'])) return undefined;
  // The lint rule `deprecation` checks its form.
  return value['x-deprecation'] as unknown as Deprecation;
}

/** Returns the deprecation of a value in words. Empty if it is not deprecated. */
export function deprecationText(value: unknown): string {
  if (!isJsonObject(value) || value['deprecated'] !== true) return '';
  const { since, sunset, replaced_by } = deprecationOf(value) ?? {};
  const instead = replaced_by === undefined ? 'Do not begin to use it.' : `Use ${replaced_by} instead.`;
  return since === undefined ? instead : `Since ${since}. It may be gone from ${sunset} on. ${instead}`;
}
