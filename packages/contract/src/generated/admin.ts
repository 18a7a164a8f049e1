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
         * Whether the process lives
         * @description Answered whenever the process answers at all.
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
         * What the service has done, for Prometheus
         * @description Counters, histograms and gauges in Prometheus' text format. No label holds anything a caller sent.
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
         * Whether the service can do its work
         * @description Ready means: the database answers, takes writes and is at the migration of this program, the service listens and is not stopping, and each lane of the worker (runs, deliveries, slow deliveries) has shown itself within three of its ticks, or three of its longest steps where these take longer.
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
         * The sandbox's time
         * @description The sandbox runs on the computer's time plus an offset.
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
         * Move the sandbox's time forward
         * @description Runs everything that falls due on the way, in order, each at its own instant, and answers when all of it is done. Advances that are sent at once run one after the other.
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
         * The delivery history
         * @description The newest 100 webhook deliveries, newest first, each with its attempts: when, with what status or error, and how long it took.
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
         * Send a delivery again
         * @description Has a delivery that succeeded or was abandoned sent once more with the next tick: a new attempt of the same event id. It is not retried.
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
        /** @description A refusal of this port. */
        readonly AdminError: {
            /** @description What happened and what to do. */
            readonly error: string;
            /** @enum {unknown} */
            readonly error_code: "forbidden" | "internal_error" | "invalid_request" | "invalid_state" | "method_not_allowed" | "not_found" | "payload_too_large" | "unsupported_media_type";
        };
        /** @description How far to move. */
        readonly AdvanceClock: {
            /** @description Milliseconds, up to 31 days. */
            readonly ms: number;
        };
        /** @description One attempt at a delivery. Either status or error says what came of it. */
        readonly Attempt: {
            /** @description The first bytes of what the receiver answered. */
            readonly answer: string | null;
            /** @description Its number, from 1. */
            readonly attempt: number;
            /** @description How long it took. */
            readonly duration_ms: number;
            /**
             * @description Why there was no response.
             * @enum {unknown}
             */
            readonly error: "timeout" | "address_refused" | "response_flood" | "connection" | null;
            /** @description What was sent beside the body; null for attempts of before this was kept. */
            readonly request_headers: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            readonly started: string;
            /** @description The HTTP status that the receiver answered. */
            readonly status: number | null;
        };
        /** @description The sandbox's time. */
        readonly Clock: {
            /**
             * Format: date-time
             * @description The time it is in the sandbox.
             */
            readonly now: string;
            /**
             * @description Always `clock`.
             * @constant
             */
            readonly object: "clock";
            /** @description How far that is ahead of the computer's time, in milliseconds. */
            readonly offset_ms: number;
        };
        /** @description One webhook delivery with its history. */
        readonly Delivery: {
            readonly attempts: readonly components["schemas"]["Attempt"][];
            /** @description An identifier. */
            readonly booking_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            readonly created: string;
            /** @description An identifier. */
            readonly event_id: components["schemas"]["Id"];
            /** @description The type of the event. */
            readonly event_type: string;
            /** @description An identifier. */
            readonly id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description When the next attempt is due; null where none is.
             */
            readonly next_attempt_at: string | null;
            /**
             * @description Always `delivery`.
             * @constant
             */
            readonly object: "delivery";
            /** @description An identifier. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The exact JSON text that every attempt sends: the event. */
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
        /** @description An identifier. */
        readonly Id: string;
        /** @description That the process lives. */
        readonly Liveness: {
            /** @constant */
            readonly live: true;
            /**
             * @description Always `liveness`.
             * @constant
             */
            readonly object: "liveness";
        };
        /** @description One thing that keeps the service from being ready. */
        readonly NotReady: {
            /** @enum {unknown} */
            readonly check: "database" | "migration" | "server" | "worker";
            readonly message: string;
        };
        /** @description Whether the service is ready, and everything that is in the way. */
        readonly Readiness: {
            readonly not_ready: readonly components["schemas"]["NotReady"][];
            /**
             * @description Always `readiness`.
             * @constant
             */
            readonly object: "readiness";
            readonly ready: boolean;
        };
        /** @description Which delivery to send again. */
        readonly ResendDelivery: {
            /** @description An identifier. */
            readonly id: components["schemas"]["Id"];
        };
    };
    responses: {
        /** @description The request comes from a web page of another origin, or its Host is neither this computer nor a listed name. */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description Something failed here; the log says what. */
        readonly InternalError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The body is no JSON, or not what this contract asks for. */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description What was asked for cannot be done as things stand. */
        readonly InvalidState: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description There is no such thing. */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The body is too large. */
        readonly PayloadTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The body is not declared as JSON. */
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
            /** @description The process lives. */
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
            /** @description The service is not ready, and why. */
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
            /** @description The clock, moved. */
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
            /** @description The delivery, pending again. */
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
