// Written from openapi/card-service.yaml. Edit that, then run: npm run generate

export interface paths {
    readonly "/cards/find": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find a card
         * @description Returns the reference of the card of the person who owns the destination. The person has proved in the session that they do.
         */
        readonly post: operations["findCard"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/cards/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Read a card
         * @description Returns the card without its full number.
         */
        readonly post: operations["readCard"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/capture": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Capture a payment
         * @description Takes the whole amount that is held. A payment that was captured before does not change. If nothing is held, takes nothing and returns the state. If the card refuses, the payment is voided.
         */
        readonly post: operations["capturePayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/open": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open a payment
         * @description Sets up a payment before its booking is created, and takes nothing. A repeated reference returns the same payment. A payment that is not approved ends by itself at `expires_at`.
         */
        readonly post: operations["openPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Read a payment
         * @description Returns the state of the payment. Changes nothing.
         */
        readonly post: operations["readPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/refund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Refund a payment
         * @description Returns captured money until the sum of all refunds is `amount_refunded`. Does nothing if the sum is that already, or more. A sum above what was taken is refused with 400.
         */
        readonly post: operations["refundPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/simulate-approval": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Simulate an approval
         * @description Approves or declines an open payment as the person would at its page. Only for `booking-service card-service check`, so that it needs no person. A test side may implement it. A live side must not: respond with 404.
         */
        readonly post: operations["simulateApproval"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/void": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Void a payment
         * @description Ends the approval, or releases what is held, so that the payment can no longer be approved or captured. A captured payment does not change: then returns its state.
         */
        readonly post: operations["voidPayment"];
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
        /**
         * Format: int64
         * @description An amount of money in the minor unit of its currency, such as cents.
         * @example 5000
         */
        readonly Amount: number;
        /** @description The person has approved the payment. The amount is held, and nothing was taken. */
        readonly AuthorizedReading: {
            /** @description The amount that is held. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
            /**
             * @description Always `authorized`.
             * @constant
             */
            readonly status: "authorized";
        };
        /**
         * @description A booking's identifier.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly BookingId: string;
        /**
         * @description The card's scheme.
         * @example visa
         */
        readonly brand: string;
        /** @description The amount was taken. */
        readonly CapturedReading: {
            /** @description The amount that was taken in total, without a deduction for refunds. Less than the amount of the payment if a person captured a part: then the booking fails, and the service refunds what was taken. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The sum of all refunds. */
            readonly amount_refunded: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
            /**
             * @description Always `captured`.
             * @constant
             */
            readonly status: "captured";
        };
        /** @description The payment to capture. */
        readonly CapturePayment: {
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `capturePayment`.
             * @constant
             */
            readonly operation: "capturePayment";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The payment of a booking, as it was opened. */
            readonly payment: components["schemas"]["OwnPayment"];
            /** @description The idempotency reference, the booking's id and the effect. */
            readonly reference: components["schemas"]["Reference"];
        };
        /** @description A refusal. */
        readonly CardServiceError: {
            /**
             * @description The reason, for the log of the service.
             * @example The organization takes no card payments.
             */
            readonly error: string;
            /**
             * @description The reason.
             * @example cardservice_disabled
             * @enum {string}
             */
            readonly error_code: "cardservice_disabled" | "internal_error" | "invalid_request" | "not_found" | "payment_setup_failed" | "reconnect_required" | "unauthorized" | "vault_unavailable";
        };
        /**
         * @description The code of the currency in ISO 4217.
         * @example EUR
         */
        readonly Currency: string;
        /**
         * Format: int32
         * @description Month of expiry.
         * @example 4
         */
        readonly exp_month: number;
        /**
         * Format: int32
         * @description Year of expiry.
         * @example 2030
         */
        readonly exp_year: number;
        /** @description The person whose card is searched. */
        readonly FindCard: {
            /**
             * @description The channel that sent the code of the session.
             * @example email
             * @enum {string}
             */
            readonly channel: "email" | "sms";
            /**
             * @description The email address in lower case, or the phone number in E.164 form.
             * @example ada@diner.test
             */
            readonly destination: string;
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `findCard`.
             * @constant
             */
            readonly operation: "findCard";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description A verification session's identifier. */
            readonly session_id: components["schemas"]["SessionId"];
        };
        /** @description The result of the search. */
        readonly FoundCard: {
            /**
             * @description The reference of the card at the card service. null if the person has none there.
             * @example card_1
             */
            readonly card_reference: string | null;
        };
        /** @description The guest of the booking. */
        readonly Guest: {
            /**
             * Format: email
             * @description The guest's e-mail address for the provider. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.
             * @example ada@diner.test
             */
            readonly email: string;
            /**
             * @description Given name.
             * @example Ada
             */
            readonly first_name: string;
            /**
             * @description Family name. Some providers require it.
             * @example Byron
             */
            readonly last_name?: string;
            /**
             * @description In E.164 form.
             * @example +351210000000
             */
            readonly phone?: string;
        };
        /**
         * Format: date-time
         * @description An RFC 3339 instant in UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        readonly Instant: string;
        /**
         * @description The last 4 digits.
         * @example 4242
         */
        readonly last4: string;
        /**
         * @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing.
         * @example true
         */
        readonly Livemode: boolean;
        /** @description A payment that a person can approve. */
        readonly OpenedPayment: {
            /** @description The card service's own reference to the payment, to find it there. */
            readonly payment_reference: components["schemas"]["PaymentReference"];
            /** @description The page at which the person approves or declines the payment. */
            readonly url: components["schemas"]["Url"];
        };
        /** @description The payment to set up. */
        readonly OpenPayment: {
            /** @description The amount to hold, the total price of the booking. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The id of the booking that is created afterwards. */
            readonly booking_id: components["schemas"]["BookingId"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
            /**
             * @description The text that the page may show.
             * @example Booking for 2 people
             */
            readonly description: string;
            /** @description The approval ends at this time. */
            readonly expires_at: components["schemas"]["Instant"];
            /** @description The guest of the booking, so that the page can fill in the name and the email address. */
            readonly guest: components["schemas"]["Guest"];
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `openPayment`.
             * @constant
             */
            readonly operation: "openPayment";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The idempotency reference, the booking's id and the effect. */
            readonly reference: components["schemas"]["Reference"];
        };
        /** @description The person has not approved the payment, and still can. */
        readonly OpenReading: {
            /**
             * @description Always `requires_approval`.
             * @constant
             */
            readonly status: "requires_approval";
            /** @description The page at which the person approves or declines the payment. */
            readonly url: components["schemas"]["Url"];
        };
        /**
         * @description The organization on whose behalf the service calls.
         * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly OrganizationId: string;
        /** @description The payment of a booking, as it was opened. */
        readonly OwnPayment: {
            /** @description The amount with which it was opened. */
            readonly amount: components["schemas"]["Amount"];
            /** @description A booking's identifier. */
            readonly booking_id: components["schemas"]["BookingId"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
            /** @description The card service's own reference to the payment, to find it there. */
            readonly payment_reference: components["schemas"]["PaymentReference"];
        };
        /** @description The state of a payment. */
        readonly PaymentReading: components["schemas"]["OpenReading"] | components["schemas"]["AuthorizedReading"] | components["schemas"]["CapturedReading"] | components["schemas"]["VoidedReading"] | components["schemas"]["UnknownReading"];
        /**
         * @description The card service's own reference to the payment, to find it there.
         * @example cs_test_a1b2c3d4
         */
        readonly PaymentReference: string;
        /** @description The card to read. */
        readonly ReadCard: {
            /**
             * @description The reference that findCard returned.
             * @example card_1
             */
            readonly card_reference: string;
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `readCard`.
             * @constant
             */
            readonly operation: "readCard";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
        };
        /** @description The payment to read. */
        readonly ReadPayment: {
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `readPayment`.
             * @constant
             */
            readonly operation: "readPayment";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The payment of a booking, as it was opened. */
            readonly payment: components["schemas"]["OwnPayment"];
        };
        /**
         * @description The idempotency reference, the booking's id and the effect.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1/capture
         */
        readonly Reference: string;
        /** @description The payment to refund. */
        readonly RefundPayment: {
            /** @description The sum of all refunds of the payment after this request. */
            readonly amount_refunded: components["schemas"]["Amount"];
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `refundPayment`.
             * @constant
             */
            readonly operation: "refundPayment";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The payment of a booking, as it was opened. */
            readonly payment: components["schemas"]["OwnPayment"];
            /** @description The idempotency reference, the booking's id and the effect. */
            readonly reference: components["schemas"]["Reference"];
        };
        /**
         * @description A verification session's identifier.
         * @example ses_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly SessionId: string;
        /** @description The decision of a simulated person. */
        readonly SimulateApproval: {
            /**
             * @description What the person does at the page.
             * @example approved
             * @enum {string}
             */
            readonly decision: "approved" | "declined";
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `simulateApproval`.
             * @constant
             */
            readonly operation: "simulateApproval";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The payment of a booking, as it was opened. */
            readonly payment: components["schemas"]["OwnPayment"];
        };
        /** @description The card service cannot state the outcome yet. */
        readonly UnknownReading: {
            /** @enum {string} */
            readonly status: "unknown";
        };
        /**
         * Format: uri
         * @description An absolute http or https address.
         * @example https://hooks.diner.test/bookings
         */
        readonly Url: string;
        /** @description A card without its full number. */
        readonly VaultCard: {
            /** @description The card's scheme. */
            readonly brand: components["schemas"]["brand"];
            /** @description Month of expiry. */
            readonly exp_month: components["schemas"]["exp_month"];
            /** @description Year of expiry. */
            readonly exp_year: components["schemas"]["exp_year"];
            /** @description The last 4 digits. */
            readonly last4: components["schemas"]["last4"];
        };
        /** @description The payment has ended. Nothing is held, nothing was taken, and nothing will be. */
        readonly VoidedReading: {
            /**
             * @description Why it ended. `payment_declined`: the person declined, or the card did before the approval. `card_declined`: the card refused the capture. `payment_approval_expired`: it was voided, or not approved in time. `payment_replay_failed`: the approval cannot be used any more, such as a hold that has lapsed.
             * @example payment_approval_expired
             * @enum {string}
             */
            readonly error_code: "card_declined" | "payment_approval_expired" | "payment_declined" | "payment_replay_failed";
            /**
             * @description Always `voided`.
             * @constant
             */
            readonly status: "voided";
        };
        /** @description The payment to end. */
        readonly VoidPayment: {
            /** @description Whether the key is a live key. A card service serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `voidPayment`.
             * @constant
             */
            readonly operation: "voidPayment";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The payment of a booking, as it was opened. */
            readonly payment: components["schemas"]["OwnPayment"];
            /** @description The idempotency reference, the booking's id and the effect. */
            readonly reference: components["schemas"]["Reference"];
        };
    };
    responses: {
        /** @description The card service collects no payments for this organization. The caller gets 403 cardservice_disabled, and no booking. */
        readonly CardServiceDisabled: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The card service failed. The service sends the request again later. */
        readonly CardServiceFault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The body does not match this contract, its livemode is not that of this card service, the amount or the currency is not that of the payment, or a refund is above what was taken. */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The payment cannot be set up, for example in this currency. The caller gets 502 payment_setup_failed, and no booking. */
        readonly PaymentSetupFailed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The card service has this card no longer. The caller gets 409 reconnect_required. */
        readonly ReconnectRequired: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The signature is missing, wrong, or too old. */
        readonly Unauthorized: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The card service has no payment with this reference. Changes nothing. */
        readonly UnknownPayment: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
        /** @description The system behind the card service cannot be reached. The caller gets 503 vault_unavailable, and no booking. */
        readonly VaultUnavailable: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["CardServiceError"];
            };
        };
    };
    parameters: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
         * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        readonly CardServiceSignature: string;
        /**
         * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
         * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
         */
        readonly TraceParent: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Amount = components['schemas']['Amount'];
export type AuthorizedReading = components['schemas']['AuthorizedReading'];
export type BookingId = components['schemas']['BookingId'];
export type Brand = components['schemas']['brand'];
export type CapturedReading = components['schemas']['CapturedReading'];
export type CapturePayment = components['schemas']['CapturePayment'];
export type CardServiceError = components['schemas']['CardServiceError'];
export type Currency = components['schemas']['Currency'];
export type ExpMonth = components['schemas']['exp_month'];
export type ExpYear = components['schemas']['exp_year'];
export type FindCard = components['schemas']['FindCard'];
export type FoundCard = components['schemas']['FoundCard'];
export type Guest = components['schemas']['Guest'];
export type Instant = components['schemas']['Instant'];
export type Last4 = components['schemas']['last4'];
export type Livemode = components['schemas']['Livemode'];
export type OpenedPayment = components['schemas']['OpenedPayment'];
export type OpenPayment = components['schemas']['OpenPayment'];
export type OpenReading = components['schemas']['OpenReading'];
export type OrganizationId = components['schemas']['OrganizationId'];
export type OwnPayment = components['schemas']['OwnPayment'];
export type PaymentReading = components['schemas']['PaymentReading'];
export type PaymentReference = components['schemas']['PaymentReference'];
export type ReadCard = components['schemas']['ReadCard'];
export type ReadPayment = components['schemas']['ReadPayment'];
export type Reference = components['schemas']['Reference'];
export type RefundPayment = components['schemas']['RefundPayment'];
export type SessionId = components['schemas']['SessionId'];
export type SimulateApproval = components['schemas']['SimulateApproval'];
export type UnknownReading = components['schemas']['UnknownReading'];
export type Url = components['schemas']['Url'];
export type VaultCard = components['schemas']['VaultCard'];
export type VoidedReading = components['schemas']['VoidedReading'];
export type VoidPayment = components['schemas']['VoidPayment'];
export type ResponseCardServiceDisabled = components['responses']['CardServiceDisabled'];
export type ResponseCardServiceFault = components['responses']['CardServiceFault'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponsePaymentSetupFailed = components['responses']['PaymentSetupFailed'];
export type ResponseReconnectRequired = components['responses']['ReconnectRequired'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnknownPayment = components['responses']['UnknownPayment'];
export type ResponseVaultUnavailable = components['responses']['VaultUnavailable'];
export type ParameterCardServiceSignature = components['parameters']['CardServiceSignature'];
export type ParameterTraceParent = components['parameters']['TraceParent'];
export type $defs = Record<string, never>;
export interface operations {
    readonly findCard: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FindCard"];
            };
        };
        readonly responses: {
            /** @description The card, or null. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FoundCard"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
    readonly readCard: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReadCard"];
            };
        };
        readonly responses: {
            /** @description The card. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VaultCard"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 409: components["responses"]["ReconnectRequired"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
    readonly capturePayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapturePayment"];
            };
        };
        readonly responses: {
            /** @description The state of the payment. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentReading"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["UnknownPayment"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
    readonly openPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenPayment"];
            };
        };
        readonly responses: {
            /** @description The payment is set up. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenedPayment"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["CardServiceDisabled"];
            readonly 422: components["responses"]["PaymentSetupFailed"];
            readonly 500: components["responses"]["CardServiceFault"];
            readonly 503: components["responses"]["VaultUnavailable"];
        };
    };
    readonly readPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReadPayment"];
            };
        };
        readonly responses: {
            /** @description The state of the payment. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentReading"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["UnknownPayment"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
    readonly refundPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundPayment"];
            };
        };
        readonly responses: {
            /** @description The state of the payment. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentReading"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["UnknownPayment"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
    readonly simulateApproval: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SimulateApproval"];
            };
        };
        readonly responses: {
            /** @description The state of the payment. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentReading"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["UnknownPayment"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
    readonly voidPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the secret of the side. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["CardServiceSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VoidPayment"];
            };
        };
        readonly responses: {
            /** @description The state of the payment. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentReading"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["UnknownPayment"];
            readonly 500: components["responses"]["CardServiceFault"];
        };
    };
}
