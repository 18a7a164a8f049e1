// Written by scripts/generate.ts from openapi/dashboard.yaml. Edit that, then run: npm run generate

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
         * @description Ready means: the database answers and is at the migration of this program, the service listens and is not stopping, and the delivery worker has shown itself within its last three ticks.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description How far to move. */
        readonly AdvanceClock: {
            /** @description Milliseconds, up to 31 days. */
            readonly ms: number;
        };
        /** @description The sandbox's time. */
        readonly Clock: {
            /**
             * Format: date-time
             * @description The time it is in the sandbox.
             */
            readonly now: string;
            /** @constant */
            readonly object: "clock";
            /** @description How far that is ahead of the computer's time, in milliseconds. */
            readonly offset_ms: number;
        };
        /** @description That the process lives. */
        readonly Liveness: {
            /** @constant */
            readonly live: true;
            /** @constant */
            readonly object: "liveness";
        };
        /** @description One thing that keeps the service from being ready. */
        readonly NotReady: {
            /** @enum {unknown} */
            readonly check: "database" | "migration" | "server" | "worker";
            readonly message: string;
        };
        /** @description A refusal of this port. */
        readonly PrivateError: {
            /** @description What happened and what to do. */
            readonly error: string;
            /** @enum {unknown} */
            readonly error_code: "forbidden" | "internal_error" | "invalid_request" | "method_not_allowed" | "not_found" | "payload_too_large" | "unsupported_media_type";
        };
        /** @description Whether the service is ready, and everything that is in the way. */
        readonly Readiness: {
            readonly not_ready: readonly components["schemas"]["NotReady"][];
            /** @constant */
            readonly object: "readiness";
            readonly ready: boolean;
        };
    };
    responses: {
        /** @description The request comes from a web page of another origin, or names another host than this computer. */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PrivateError"];
            };
        };
        /** @description Something failed here; the log says what. */
        readonly InternalError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PrivateError"];
            };
        };
        /** @description The body is no JSON, or not what this contract asks for. */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PrivateError"];
            };
        };
        /** @description The body is too large. */
        readonly PayloadTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PrivateError"];
            };
        };
        /** @description The body is not declared as JSON. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PrivateError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AdvanceClock = components['schemas']['AdvanceClock'];
export type Clock = components['schemas']['Clock'];
export type Liveness = components['schemas']['Liveness'];
export type NotReady = components['schemas']['NotReady'];
export type PrivateError = components['schemas']['PrivateError'];
export type Readiness = components['schemas']['Readiness'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
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
}
