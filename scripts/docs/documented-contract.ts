/** The parts of the bundled contract that the reference page tells of. The JSON Schemas beside openapi/behavior/ hold their shape. */
export interface DocumentedContract {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedWebhook }>>;
  readonly components: { readonly responses: Readonly<Record<string, DocumentedResponse>> };
  readonly 'x-errors': Readonly<Record<string, ErrorEntry>>;
  readonly 'x-booking-states': BookingStates;
  readonly 'x-limits': Limits;
  readonly 'x-access': Access;
  readonly 'x-idempotency': Idempotency;
  readonly 'x-delivery': Delivery;
  readonly 'x-runs': Runs;
  readonly 'x-sandbox': Sandbox;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly 'x-displayName'?: string;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly 'x-behavior': OperationBehavior;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface OperationBehavior {
  readonly metered: boolean;
  readonly scope: string;
  readonly live_key: boolean;
  readonly test_allowance: boolean;
  readonly billing: boolean;
  /** Whether the same call may be sent again where its outcome is not known. */
  readonly repeatable: boolean;
}

export interface DocumentedWebhook {
  readonly description: string;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}

export interface DocumentedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly 'x-error-codes'?: readonly string[];
}

export interface ErrorEntry {
  readonly status?: number;
  readonly stands_in: readonly ('error' | 'error_code' | 'booking')[];
  readonly retry: 'never' | 'backoff' | 'retry_after';
  /** What was asked for may have happened all the same. */
  readonly effect?: 'unknown';
  readonly message: string;
  readonly action: string;
  readonly sandbox: string;
}

export interface Transition {
  readonly trigger: string;
  /** null: the booking does not exist yet. */
  readonly from: string | null;
  readonly to: string;
  readonly events: readonly string[];
}

export interface BookingStates {
  readonly states: Readonly<
    Record<string, { readonly final: boolean; readonly expires_after_seconds?: number; readonly meaning: string }>
  >;
  readonly transitions: readonly Transition[];
}

export interface Limits {
  readonly window_seconds: number;
  readonly default_limit: number;
  readonly default_test_allowance: number;
  readonly max_body_bytes: number;
  readonly max_details: number;
  readonly page: { readonly default: number; readonly max: number };
  readonly provider_timeout_seconds: number;
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
  readonly operation: string;
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
  readonly signature: {
    readonly header: string;
    readonly scheme: string;
    readonly algorithm: string;
    readonly tolerance_seconds: number;
  };
}

export interface Runs {
  readonly retry: {
    readonly first_delay_seconds: number;
    readonly factor: number;
    readonly longest_delay_seconds: number;
  };
  readonly give_up_after_seconds: number;
  readonly pending_for_at_most_seconds: number;
  readonly release: { readonly longest_delay_seconds: number; readonly give_up_after_seconds: number };
}

export interface Sandbox {
  readonly opening_hours_utc: readonly number[];
  readonly slot_minutes: number;
  readonly days_ahead: number;
  readonly provider_seconds: number;
  readonly code: string;
  readonly max_wrong_codes: number;
  readonly payment_url: string;
  readonly dropped_destination: string;
  readonly webhook_late_seconds: number;
  readonly search_queries: Readonly<Record<string, string>>;
  readonly public_key_prefix: string;
  readonly organizations: readonly { readonly name: string; readonly meaning: string }[];
  readonly venues: readonly {
    readonly id: string;
    readonly name: string;
    readonly city: string;
    readonly ends: string;
    readonly error_code?: string;
    readonly meaning: string;
  }[];
}
