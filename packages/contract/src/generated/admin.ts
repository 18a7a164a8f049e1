// Written by scripts/generate/main.ts from openapi/admin.yaml. Edit that, then run: npm run generate

export interface paths {
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check liveness
         * @description Returns 200 while the process runs.
         */
        readonly get: operations["getLiveness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the metrics
         * @description Counters, histograms and gauges in Prometheus' text format. No label contains a value that a caller sent.
         */
        readonly get: operations["getMetrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check readiness
         * @description The service is ready if the database responds, accepts writes and is at the migration of this program, if the service listens and does not stop, and if no lane of the worker (runs, expiries, deliveries, slow deliveries) is stalled. A lane is stalled if it has shown no progress for three ticks, or for three of its longest steps if these take longer.
         */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the sandbox clock
         * @description The sandbox clock is the computer's time plus an offset.
         */
        readonly get: operations["getSandboxClock"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/clock/advance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Advance the sandbox clock
         * @description Triggers everything that is due until the new time, in order, each at its own instant. Returns when all of it is done. Concurrent advances run one after the other.
         */
        readonly post: operations["advanceSandboxClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description Returns the newest 100 webhook deliveries, newest first, each with its attempts: their start, their status or error, and their duration.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries/resend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resend a delivery
         * @description Schedules one more attempt of a delivery that succeeded or was abandoned, for the next tick. The event id stays the same. The attempt is not retried.
         */
        readonly post: operations["resendDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A refusal of the admin server. */
        readonly AdminError: {
            /** @description What happened and what to do, in English. */
            readonly error: string;
            /** @enum {unknown} */
            readonly error_code: "forbidden" | "internal_error" | "invalid_request" | "invalid_state" | "method_not_allowed" | "not_found" | "payload_too_large" | "unsupported_media_type";
        };
        /** @description The time to advance. */
        readonly AdvanceClock: {
            /** @description Milliseconds, at most 31 days. */
            readonly ms: number;
        };
        /** @description One attempt of a delivery. Either status or error is its outcome. */
        readonly Attempt: {
            /** @description The first bytes of the endpoint's response body. */
            readonly answer: string | null;
            /** @description The number of the attempt, from 1. */
            readonly attempt: number;
            /** @description The duration of the attempt, in milliseconds. */
            readonly duration_ms: number;
            /**
             * @description The reason why there was no response.
             * @enum {unknown}
             */
            readonly error: "timeout" | "address_refused" | "response_flood" | "connection" | null;
            /** @description The request headers; null for attempts that are older than this field. */
            readonly request_headers: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: date-time
             * @description The start of the attempt.
             */
            readonly started: string;
            /** @description The HTTP status of the endpoint's response. */
            readonly status: number | null;
        };
        /** @description The sandbox clock. */
        readonly Clock: {
            /**
             * Format: date-time
             * @description The current time of the sandbox.
             */
            readonly now: string;
            /**
             * @description Always `clock`.
             * @constant
             */
            readonly object: "clock";
            /** @description The lead over the computer's time, in milliseconds. */
            readonly offset_ms: number;
        };
        /** @description A webhook delivery with its attempts. */
        readonly Delivery: {
            readonly attempts: readonly components["schemas"]["Attempt"][];
            /** @description An id. */
            readonly booking_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of the event.
             */
            readonly created: string;
            /** @description An id. */
            readonly event_id: components["schemas"]["Id"];
            /** @description The type of the event. */
            readonly event_type: string;
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time at which the next attempt is due; null if there is none.
             */
            readonly next_attempt_at: string | null;
            /**
             * @description Always `delivery`.
             * @constant
             */
            readonly object: "delivery";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The exact JSON text of the event. Every attempt sends it. */
            readonly request_body: string;
            /** @enum {unknown} */
            readonly state: "pending" | "succeeded" | "abandoned";
        };
        /** @description Deliveries, newest first. */
        readonly DeliveryList: {
            readonly data: readonly components["schemas"]["Delivery"][];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description An id. */
        readonly Id: string;
        /** @description The process is live. */
        readonly Liveness: {
            /** @constant */
            readonly live: true;
            /**
             * @description Always `liveness`.
             * @constant
             */
            readonly object: "liveness";
        };
        /** @description One reason why the service is not ready. */
        readonly NotReady: {
            /** @enum {unknown} */
            readonly check: "database" | "migration" | "server" | "worker";
            readonly message: string;
        };
        /** @description A provider as the service sees it now. */
        readonly ProviderState: {
            readonly calls_in_progress: number;
            /**
             * @description closed: it works. open: it failed several times in a row and is not called for a while. half_open: one call is under way that closes or opens the circuit again.
             * @enum {unknown}
             */
            readonly circuit: "closed" | "open" | "half_open";
            readonly name: string;
        };
        /** @description The readiness of the service, with every reason against it. */
        readonly Readiness: {
            readonly not_ready: readonly components["schemas"]["NotReady"][];
            /**
             * @description Always `readiness`.
             * @constant
             */
            readonly object: "readiness";
            /** @description The state of each provider. A provider that fails does not make the service unready. */
            readonly providers: readonly components["schemas"]["ProviderState"][];
            readonly ready: boolean;
        };
        /** @description The delivery to resend. */
        readonly ResendDelivery: {
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
        };
    };
    responses: {
        /** @description The request comes from a web page of another origin, or its Host header names neither this computer nor a listed host. */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The operation failed. The log has the reason. */
        readonly InternalError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request does not match this contract. */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The current state does not allow this operation. */
        readonly InvalidState: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The resource does not exist. */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request body is larger than 4096 bytes. */
        readonly PayloadTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request body is not declared as JSON in UTF-8. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AdminError = components['schemas']['AdminError'];
export type AdvanceClock = components['schemas']['AdvanceClock'];
export type Attempt = components['schemas']['Attempt'];
export type Clock = components['schemas']['Clock'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type Id = components['schemas']['Id'];
export type Liveness = components['schemas']['Liveness'];
export type NotReady = components['schemas']['NotReady'];
export type ProviderState = components['schemas']['ProviderState'];
export type Readiness = components['schemas']['Readiness'];
export type ResendDelivery = components['schemas']['ResendDelivery'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidState = components['responses']['InvalidState'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type $defs = Record<string, never>;
export interface operations {
    readonly getLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process runs. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Liveness"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metrics. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The service is ready. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 500: components["responses"]["InternalError"];
            /** @description The service is not ready. The body lists the reasons. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    readonly getSandboxClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly advanceSandboxClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdvanceClock"];
            };
        };
        readonly responses: {
            /** @description The advanced clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deliveries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryList"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly resendDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResendDelivery"];
            };
        };
        readonly responses: {
            /** @description The delivery is pending again. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
