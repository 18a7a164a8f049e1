// Written by scripts/generate/main.ts from openapi/admin.yaml. Edit that, then run: npm run generate

export interface paths {
    "/access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access tokens
         * @description Returns all access tokens, newest first, with those that are revoked.
         */
        get: operations["listAccessTokens"];
        put?: never;
        /**
         * Create an access token
         * @description Creates a token for a member of one organization, or for a role of all organizations.
         */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-tokens/{access_token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an access token
         * @description Revokes a token at once and for good. A second revocation changes nothing.
         */
        post: operations["revokeAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log of all organizations
         * @description Returns all recorded actions, newest first. Those on the whole service have no organization. Each filter that is present leaves out the others.
         */
        get: operations["listAllAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller
         * @description Returns the role and the organization of the caller.
         */
        get: operations["getCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link for the dashboard
         * @description Creates a link that signs one person in to the dashboard, as a member of one organization or as an operator. It works once and for 15 minutes.
         */
        post: operations["createDashboardLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dashboard's sessions
         * @description Returns the sign-in links and the sessions of the dashboard, newest first. Those that are revoked or have signed out are removed at once, and expired ones after some hours.
         */
        get: operations["listDashboardSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-sessions/{dashboard_session_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a session of the dashboard
         * @description Removes a session or an unused link at once and for good. The next request of the person is unauthorized. Returns its last state.
         */
        post: operations["revokeDashboardSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Returns 200 while the process runs.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics
         * @description Counters, histograms and gauges in Prometheus' text format. No label contains a value that a caller sent.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Returns the organizations, newest first.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description Creates an organization without API keys. The webhook URL must lead to a public address.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization
         * @description Returns an organization with its standing and its limits.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/abandoned-deliveries/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend abandoned deliveries
         * @description Does the same as resendDelivery with every abandoned delivery of an event since a time, newest first. A request resends at most 2000. If there are more, the response has a cursor: repeat the request with it.
         */
        post: operations["resendAbandonedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log of an organization
         * @description Returns the recorded actions on an organization, newest first. Each filter that is present leaves out the others.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/booking-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a booking
         * @description Finds bookings by their id, by the idempotency key of their create or by the confirmation code of their provider. Name exactly one. An idempotency key may have a booking in each environment, and providers may use a confirmation code again.
         */
        get: operations["findBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bookings
         * @description Returns the bookings of an organization as they are now, newest first. Each filter that is present leaves out the others. Bookings are never removed. The cost of a page does not depend on the number of bookings.
         */
        get: operations["listBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings/{booking_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a booking and its work
         * @description Returns a booking with the work that it waits for at its provider: attempts, failures in a row, the reason and the next attempt.
         */
        get: operations["getBookingState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings/{booking_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a guest from a booking
         * @description Erases the personal data of the guest: in the booking, in the bodies of its webhooks, also of those that are not delivered yet, and in the stored responses of their receivers. The booking, its status and its idempotency key stay. A repetition changes nothing. Copies at the provider, at receivers and in backups are not erased.
         */
        post: operations["eraseBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings/{booking_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the guest of a booking
         * @description Returns every personal value of the guest that is stored: in the booking, in the bodies of its webhooks, and the stored responses of their receivers. The audit log records it.
         */
        post: operations["exportBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings/{booking_id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fail a booking
         * @description Moves a booking in processing or requires_action to failed, with the error code provider_failed, its event and its webhooks. The provider is requested to release it. If a worker settles the booking at the same moment, only one of the two takes effect.
         */
        post: operations["failBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings/{booking_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a booking now
         * @description Makes the next attempt at the provider due now, instead of at its time. A worker that is calling the provider keeps the booking: then this is refused. The attempt has the same reference, so the provider does not book twice.
         */
        post: operations["retryBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/bookings/{booking_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the timeline of a booking
         * @description Returns a booking with its changes, oldest first. Each has the status of the booking after it, its event, and the deliveries and attempts that sent the event. A page has at most 20 events.
         */
        get: operations["getBookingTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Returns the webhook deliveries of an organization, newest first. Each filter that is present leaves out the others. The time of a delivery is that of its event. The cost of a page does not depend on the number of deliveries.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description Returns a delivery with its request body and its newest attempts: what each sent, the status of the response and the first bytes of its body, its duration, or its error.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/deliveries/{delivery_id}/attempts/{attempt}/delete-response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a stored response
         * @description Deletes the first bytes of the response's body that an attempt stored, for example because they have personal data. Everything else of the attempt stays. A second deletion changes nothing.
         */
        post: operations["deleteAttemptResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description Schedules one more attempt of a delivery that succeeded or was abandoned, for the next tick. The event id stays the same. The attempt is not retried.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/delivery-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count attempts over time
         * @description Returns how many attempts of each hour or day succeeded and failed, and how many deliveries were abandoned. The counts are exact, and an attempt counts as soon as it is recorded, also while its delivery is pending. The default is the last 24 hours or the last 30 days. A request covers at most 48 hours or days.
         */
        get: operations["getDeliveryStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/guest-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the bookings of a guest
         * @description Finds the bookings whose guest has this e-mail address or phone number, in order of id. Spellings of one address are the same. A page reads a bounded number of bookings: continue with next_cursor until it is null. The audit log records the search, also if it finds nothing, and each later page that has a booking. It never has the contact.
         */
        post: operations["findGuestBookings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the API keys of the organization, newest first, with those that are revoked. It contains no key.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key. The response shows it once, because the service stores only its digest.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/keys/{key_id}/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename an API key
         * @description Changes the name of an API key. The key stays the same.
         */
        put: operations["renameApiKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description Revokes an API key at once and for good: every instance refuses it from the next request on. A second revocation changes nothing.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the limits of an organization
         * @description Sets the requests of a window and the allowance of test bookings. An omitted limit stays.
         */
        put: operations["setLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/received-webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received webhooks
         * @description Returns the newest 200 webhooks that the built-in receiver of the sandbox got since its start, newest first. Only the organization that the sandbox created sends webhooks there, so the list of every other organization is empty.
         */
        get: operations["listReceivedWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings
         * @description Returns the webhook URL of the organization, and whether a new signing secret is prepared. It contains no secret.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing-secret/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate the prepared signing secret
         * @description Makes the prepared secret the one that signs, and removes the old one. Every attempt that begins after the response is signed with it; attempts under way end with the old one. So receivers must already verify with both. The old secret cannot be restored.
         */
        post: operations["activateSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing-secret/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard the prepared signing secret
         * @description Removes the prepared secret. It has never signed, so receivers can stop verifying with it.
         */
        post: operations["discardPreparedSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing-secret/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a new signing secret
         * @description Creates the next signing secret and returns it. It signs nothing yet: the organization has one secret that signs at any time. Let every receiver verify with both secrets, then activate the new one.
         */
        post: operations["prepareSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing-secret/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reveal the signing secret
         * @description Returns the secret that signs the webhooks of the organization, and the prepared one if there is one. The audit log records it.
         */
        post: operations["revealSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suspend or resume an organization
         * @description Sets the standing of an organization. The requests of a suspended organization are refused from the next one on.
         */
        put: operations["setStanding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/test-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event to the webhook URL of the organization, to test its receiver. The worker signs, sends and retries it like every other event, and the delivery history shows each attempt. The event has the contract's example as its data. Its booking id is bkg_00000000000000000000000000000000, which no booking has: getBooking returns 404, and no booking changes.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage
         * @description Returns how much of the rate limit the current window has used, and how much of the test allowance is used and reserved.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or clear the webhook URL
         * @description Sets the URL that receives every webhook of the organization, or clears it with null. The URL must be https, and every address of its host must be public; a sandbox also accepts this computer. The service resolves the host now, and again at every delivery. The next attempt of each pending delivery goes to the new URL. Events that happen without a URL are never sent.
         */
        put: operations["setWebhookUrl"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Returns the state of each provider in this process, for live and for test calls: the circuit of each kind of call, for how many organizations alone such calls are paused, and the calls in progress. A provider that fails does not make the service unready, because the others work.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description The service is ready if the database responds, accepts writes and is at the migration of this program, if the service listens and does not stop, and if no lane of the worker (runs, expiries, deliveries, slow deliveries) is stalled. A lane is stalled if it has shown no progress for three ticks, or for three of its longest steps if these take longer.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sandbox clock
         * @description The sandbox clock is the computer's time plus an offset.
         */
        get: operations["getSandboxClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the sandbox clock
         * @description Triggers everything that is due until the new time, in order, each at its own instant. Returns when all of it is done. Concurrent advances run one after the other.
         */
        post: operations["advanceSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the faults
         * @description Returns how the simulated provider and the built-in webhook receiver behave now.
         */
        get: operations["getFaults"];
        /**
         * Set the faults
         * @description Makes the simulated provider or the built-in webhook receiver slow, failing or unavailable for all organizations, or normal again. A restart of the sandbox removes all faults.
         */
        put: operations["setFaults"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/magic-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the magic values
         * @description Returns the values of the contract that select an outcome in the sandbox: venues, organizations with their public keys, queries and codes.
         */
        get: operations["listMagicValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the current session
         * @description Returns who is signed in, and what a page of the dashboard needs at its start. Only the dashboard's server has this operation.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Uses a sign-in link, and starts a session with a cookie. Only the dashboard's server has this operation.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the current session at once, and removes its cookie. Only the dashboard's server has this operation.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stuck-bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stuck bookings
         * @description Returns the bookings of all organizations whose provider has kept failing or been pending for at least 10 minutes, those that have waited longest first. Their bookings may have ended: then the provider does not release them.
         */
        get: operations["listStuckBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An access token, without the token itself. */
        AccessToken: {
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description The time from which it is refused; null if it does not expire.
             */
            expires: string | null;
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of its last use, to the minute; null before the first.
             */
            last_used: string | null;
            /** @description The name of its holder, which the audit log shows. */
            name: components["schemas"]["TokenName"];
            /**
             * @description Always `access_token`.
             * @constant
             */
            object: "access_token";
            /** @description The organization of a member; null for a role of all organizations. */
            organization_id: string | null;
            /**
             * Format: date-time
             * @description The time of its revocation; null while it is valid.
             */
            revoked: string | null;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            role: components["schemas"]["Role"];
        };
        /** @description Access tokens, newest first. */
        AccessTokenList: {
            data: components["schemas"]["AccessToken"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
        Actor: {
            /** @description The id of the access token or session, or the id that the application gave; null for the others. */
            id: string | null;
            /** @enum {unknown} */
            kind: "operator" | "command" | "access_token" | "session" | "host";
            /** @description The name of its holder; null without one. */
            name: string | null;
        };
        /** @description A refusal of the admin server. */
        AdminError: {
            /** @description What happened and what to do, in English. */
            error: string;
            /** @enum {unknown} */
            error_code: "booking_in_progress" | "forbidden" | "internal_error" | "invalid_link" | "invalid_request" | "invalid_state" | "method_not_allowed" | "not_found" | "payload_too_large" | "removed" | "service_unavailable" | "unauthorized" | "unsupported_media_type";
        };
        /** @description The time to advance. */
        AdvanceClock: {
            /** @description Milliseconds, at most 31 days. */
            ms: number;
        };
        /** @description The test allowance. */
        AllowanceUsage: {
            /** @description Confirmed test bookings. */
            allowance: components["schemas"]["TestAllowance"];
            /** @description The confirmed test bookings. */
            confirmed: number;
            /** @description The test bookings that may be created now. */
            remaining: number;
            /** @description The test bookings in progress, each of which may still be confirmed. At most what is left of the allowance. */
            reserved: number;
        };
        /** @description An API key, without the key itself. */
        ApiKey: {
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of its last use, to the minute; null before the first.
             */
            last_used: string | null;
            /** @description The last four characters of the key; null for a key that is older than this field. */
            last4: string | null;
            /** @description The mode of an API key. */
            mode: components["schemas"]["KeyMode"];
            /** @description The name of the key; empty for a key that was created without one. */
            name: string;
            /**
             * @description Always `api_key`.
             * @constant
             */
            object: "api_key";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of its revocation; null while it is valid.
             */
            revoked: string | null;
            /** @description What an API key may do. The scopes are those of the public contract. */
            scopes: components["schemas"]["Scopes"];
        };
        /** @description API keys, newest first. */
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description One attempt of a delivery. Either status or error is its outcome. */
        Attempt: {
            /** @description The first bytes of the endpoint's response body. */
            answer: string | null;
            /**
             * Format: date-time
             * @description The time at which the stored response was deleted; null if it was not.
             */
            answer_deleted: string | null;
            /** @description The number of the attempt, from 1. */
            attempt: number;
            /** @description The cause of the error. Tolerate unknown causes. Null if there was a response, and for attempts of versions that did not store it. */
            cause: components["schemas"]["AttemptCause"];
            /** @description The duration of the attempt, in milliseconds. */
            duration_ms: number;
            /** @description The reason why there was no response. */
            error: components["schemas"]["AttemptError"];
            /** @description The request headers; null for attempts that are older than this field. */
            request_headers: {
                [key: string]: string;
            } | null;
            /** @description A time in UTC with milliseconds. */
            started: components["schemas"]["Time"];
            /** @description The HTTP status of the endpoint's response. */
            status: number | null;
        };
        /**
         * @description The cause of the error. Tolerate unknown causes. Null if there was a response, and for attempts of versions that did not store it.
         * @enum {string|null}
         */
        AttemptCause: "dns_not_found" | "dns_failed" | "dns_timeout" | "address_refused" | "connection_refused" | "host_unreachable" | "connect_timeout" | "connection_reset" | "connection_failed" | "sender_failed" | "tls_certificate_expired" | "tls_certificate_not_yet_valid" | "tls_name_mismatch" | "tls_untrusted" | "tls_failed" | "tls_timeout" | "response_timeout" | "response_flood" | "response_incomplete" | "malformed_response" | null;
        /**
         * @description The reason why there was no response.
         * @enum {unknown}
         */
        AttemptError: "timeout" | "address_refused" | "response_flood" | "connection" | null;
        /** @description One recorded action. Entries are never changed and never removed. */
        AuditEntry: {
            /** @description The operationId of the operation, or the name of an action that only a command has, such as rotateSealingKey. */
            action: string;
            /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
            actor: components["schemas"]["Actor"];
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /** @description Small facts about the action. They never contain a secret. */
            details: {
                [key: string]: string | number | boolean | null;
            };
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * @description Always `audit_entry`.
             * @constant
             */
            object: "audit_entry";
            /** @description The organization that the action is about; null for an action on the whole service. */
            organization_id: string | null;
            /** @description The id of what the action changed, if it is a part of the organization. */
            target: string | null;
        };
        /** @description Recorded actions, newest first. With a filter, a page may have fewer rows than its limit although more follow. */
        AuditList: {
            data: components["schemas"]["AuditEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description The result of an erasure. What was erased is counted. */
        BookingErasure: {
            /** @description A booking, without its guest and the data of its caller. */
            booking: components["schemas"]["ListedBooking"];
            erased_events: number;
            erased_fields: number;
            erased_responses: number;
            /**
             * @description Always `booking_erasure`.
             * @constant
             */
            object: "booking_erasure";
        };
        /** @description A booking, with all personal data of its guest that is stored. */
        BookingExport: {
            /** @description A booking, without its guest and the data of its caller. */
            booking: components["schemas"]["ListedBooking"];
            /**
             * @description Always `booking_export`.
             * @constant
             */
            object: "booking_export";
            personal_data: components["schemas"]["PersonalValue"][];
        };
        /** @description Bookings, newest first. A page may have fewer rows than its limit although more follow. */
        BookingList: {
            data: components["schemas"]["ListedBooking"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description The work at the provider that a booking waits for. */
        BookingRun: {
            attempts: number;
            /** @description The failures in a row. */
            failures: number;
            /** @description Whether a worker has the run, so that its provider is being called. */
            in_progress: boolean;
            /** @description A time in UTC with milliseconds. */
            next_attempt_at: components["schemas"]["Time"];
            /**
             * @description Why the booking waits. failing: the last call failed. pending: the provider has not decided yet. null: neither.
             * @enum {unknown}
             */
            reason: "failing" | "pending" | null;
            /**
             * Format: date-time
             * @description The time since when the provider has kept failing or been pending; null if it has not.
             */
            since: string | null;
            /** @description Whether the reason has lasted for at least 10 minutes. */
            stuck: boolean;
            /**
             * @description booking: the provider takes the booking one step further, or reports whether it still holds it. modification: it changes the booking. release: it cancels a booking that has ended.
             * @enum {unknown}
             */
            work: "booking" | "modification" | "release";
        };
        /** @description A booking with its work at the provider. */
        BookingState: {
            /** @description A booking, without its guest and the data of its caller. */
            booking: components["schemas"]["ListedBooking"];
            /**
             * @description Always `booking_state`.
             * @constant
             */
            object: "booking_state";
            /** @description Null if the booking waits for nothing at its provider. */
            run: components["schemas"]["BookingRun"] | null;
        };
        /**
         * @description The status of a booking.
         * @enum {unknown}
         */
        BookingStatus: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
        /** @description The changes of a booking, oldest first. */
        BookingTimeline: {
            /** @description A booking, without its guest and the data of its caller. */
            booking: components["schemas"]["ListedBooking"];
            data: components["schemas"]["TimelineEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `booking_timeline`.
             * @constant
             */
            object: "booking_timeline";
            /** @description Events from before this time are no longer stored, with their deliveries and attempts, except those with a pending delivery. */
            removed_before: components["schemas"]["Time"];
        };
        /** @description The caller of a request. */
        CallerView: {
            /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
            actor: components["schemas"]["Actor"];
            /**
             * @description Always `caller`.
             * @constant
             */
            object: "caller";
            /** @description The organization of a member; null for a role of all organizations. */
            organization_id: string | null;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            role: components["schemas"]["Role"];
        };
        /** @description The sandbox clock. */
        Clock: {
            /**
             * Format: date-time
             * @description The current time of the sandbox.
             */
            now: string;
            /**
             * @description Always `clock`.
             * @constant
             */
            object: "clock";
            /** @description The lead over the computer's time, in milliseconds. */
            offset_ms: number;
        };
        /** @description A number of attempts or deliveries. */
        Count: number;
        /** @description A new access token. It is shown once, because only its digest is stored. */
        CreatedAccessToken: {
            /** @description An access token, without the token itself. */
            access_token: components["schemas"]["AccessToken"];
            /**
             * @description Always `created_access_token`.
             * @constant
             */
            object: "created_access_token";
            /** @description The token for the Authorization header. */
            token: string;
        };
        /** @description A new API key. It is shown once, because only its digest is stored. */
        CreatedApiKey: {
            /** @description An API key, without the key itself. */
            api_key: components["schemas"]["ApiKey"];
            /** @description The key for the Authorization header. */
            key: string;
            /**
             * @description Always `created_api_key`.
             * @constant
             */
            object: "created_api_key";
        };
        /** @description A new sign-in link. It is shown once, because only the digest of its token is stored. */
        CreatedDashboardLink: {
            /**
             * @description Always `created_dashboard_link`.
             * @constant
             */
            object: "created_dashboard_link";
            /** @description The access of one person to the dashboard. It begins as a sign-in link. When the person uses the link, it becomes a session. */
            session: components["schemas"]["DashboardSession"];
            /** @description The link. It works once and for 15 minutes. The token is in the fragment, which browsers do not send to servers. */
            url: string;
        };
        /** @description A new organization with its signing secret. */
        CreatedOrganization: {
            /**
             * @description Always `created_organization`.
             * @constant
             */
            object: "created_organization";
            /** @description An organization with its limits. */
            organization: components["schemas"]["Organization"];
            /** @description The secret that signs its webhooks. */
            signing_secret: string;
        };
        /** @description The name of the person, which the audit log shows; null without one. */
        DashboardName: string | null;
        /**
         * @description The role of a person in the dashboard. Each role may do everything that the ones before it may do.
         * @enum {unknown}
         */
        DashboardRole: "viewer" | "developer" | "admin" | "operator";
        /** @description The access of one person to the dashboard. It begins as a sign-in link. When the person uses the link, it becomes a session. */
        DashboardSession: {
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description The time at which the link or the session ends, 15 minutes after its creation or 7 days after the sign-in.
             */
            expires: string;
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of the last request, to the minute; null before the first.
             */
            last_used: string | null;
            /** @description The name of the person, which the audit log shows; null without one. */
            name: components["schemas"]["DashboardName"];
            /**
             * @description Always `dashboard_session`.
             * @constant
             */
            object: "dashboard_session";
            /** @description The organization of a member; null for an operator. */
            organization_id: string | null;
            /** @description The role of a person in the dashboard. Each role may do everything that the ones before it may do. */
            role: components["schemas"]["DashboardRole"];
            /**
             * Format: date-time
             * @description The time at which the link was used; null before.
             */
            signed_in: string | null;
            /**
             * @description `link` until the link is used, then `active`. `expired` from the time in `expires`, and after 12 hours without a request.
             * @enum {unknown}
             */
            state: "link" | "active" | "expired";
        };
        /** @description Sign-in links and sessions, newest first. */
        DashboardSessionList: {
            data: components["schemas"]["DashboardSession"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description A webhook delivery with its attempts. */
        Delivery: {
            /** @description The newest attempts, oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /** @description An id. */
            booking_id: components["schemas"]["Id"];
            /** @description The time of the event. */
            created: components["schemas"]["Time"];
            /** @description The value of `before_attempt` that returns earlier attempts; null if there are none. */
            earlier_attempts_before: number | null;
            /** @description An id. */
            event_id: components["schemas"]["Id"];
            /** @description The type of an event. */
            event_type: components["schemas"]["EventType"];
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time at which the next attempt is due; null if there is none.
             */
            next_attempt_at: string | null;
            /**
             * @description Always `delivery`.
             * @constant
             */
            object: "delivery";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /** @description The exact JSON text of the event. Every attempt sends it. */
            request_body: string;
            /** @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails. */
            state: components["schemas"]["DeliveryState"];
            /** @description The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response. */
            status_class: components["schemas"]["StatusClass"];
        };
        /** @description The attempts that began in a part of the time, and what they ended with. */
        DeliveryCounts: {
            /** @description The deliveries that were abandoned. A resend does not change the count. */
            abandoned: components["schemas"]["Count"];
            /** @description A time in UTC with milliseconds. */
            before: components["schemas"]["Time"];
            /** @description The attempts that failed, also those of deliveries that are still pending. */
            failed: components["schemas"]["Count"];
            /** @description A time in UTC with milliseconds. */
            from: components["schemas"]["Time"];
            /** @description The attempts by their outcome. The names are those of status_class. */
            status_classes: {
                /** @description A number of attempts or deliveries. */
                "2xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                "3xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                "4xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                "5xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                no_response: components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                other: components["schemas"]["Count"];
            };
            /** @description The attempts that succeeded. Each one ended its delivery. */
            succeeded: components["schemas"]["Count"];
        };
        /** @description Deliveries, newest first. A page may have fewer rows than its limit although more follow. */
        DeliveryList: {
            data: components["schemas"]["ListedDelivery"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description Events from before this time are no longer stored, with their deliveries and attempts, except those with a pending delivery. */
            removed_before: components["schemas"]["Time"];
        };
        /**
         * @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails.
         * @enum {unknown}
         */
        DeliveryState: "pending" | "succeeded" | "abandoned";
        /** @description The attempts of an organization over time, oldest first. */
        DeliveryStatistics: {
            data: components["schemas"]["DeliveryCounts"][];
            /**
             * Format: date-time
             * @description When the first of the attempts began that have all failed since the last success. Null if the last attempt succeeded.
             */
            failing_since: string | null;
            /**
             * @description Always `delivery_statistics`.
             * @constant
             */
            object: "delivery_statistics";
            /** @description Events from before this time are no longer stored, with their deliveries and attempts, except those with a pending delivery. */
            removed_before: components["schemas"]["Time"];
        };
        /**
         * @description The type of an event.
         * @enum {unknown}
         */
        EventType: "booking.created" | "booking.requires_action" | "booking.processing" | "booking.confirmed" | "booking.failed" | "booking.cancelled" | "booking.modified";
        /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
        Fault: {
            /** @enum {unknown} */
            behavior: "normal" | "slow" | "failing" | "unavailable";
            /** @description The delay of a slow system, in seconds. The default is 5. The others ignore it. */
            delay_seconds?: number;
        };
        /** @description The current faults of the sandbox. A restart removes them. */
        Faults: {
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            endpoint: components["schemas"]["Fault"];
            /**
             * @description Always `faults`.
             * @constant
             */
            object: "faults";
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            provider: components["schemas"]["Fault"];
        };
        /** @description The newest bookings with a name, newest first. */
        FoundBookings: {
            data: components["schemas"]["ListedBooking"][];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description A part of the bookings of a guest. The search reads a bounded number of bookings, so a page may be empty, although bookings follow. */
        GuestBookings: {
            data: components["schemas"]["ListedBooking"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description The contact of a guest, and where the search continues. */
        GuestSearch: {
            /** @description An e-mail address, or a phone number in E.164 form. */
            contact: string;
            /** @description next_cursor of the page before. */
            cursor?: components["schemas"]["Id"];
        };
        /** @description An id. */
        Id: string;
        /**
         * @description The mode of an API key.
         * @enum {unknown}
         */
        KeyMode: "test" | "live";
        /**
         * @description The name of an API key, for people.
         * @example Website
         */
        KeyName: string;
        /** @description One attempt of a delivery, without what was sent and received. Either status or error is its outcome. */
        ListedAttempt: {
            /** @description The number of the attempt, from 1. */
            attempt: number;
            /** @description The cause of the error. Tolerate unknown causes. Null if there was a response, and for attempts of versions that did not store it. */
            cause: components["schemas"]["AttemptCause"];
            /** @description The duration of the attempt, in milliseconds. */
            duration_ms: number;
            /** @description The reason why there was no response. */
            error: components["schemas"]["AttemptError"];
            /** @description A time in UTC with milliseconds. */
            started: components["schemas"]["Time"];
            /** @description The HTTP status of the endpoint's response. */
            status: number | null;
        };
        /** @description A booking, without its guest and the data of its caller. */
        ListedBooking: {
            confirmation_code: string | null;
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            error_code: string | null;
            error_message: string | null;
            /**
             * Format: date-time
             * @description The time at which the booking expires; null unless its status is requires_action.
             */
            expires_at: string | null;
            /** @description An id. */
            id: components["schemas"]["Id"];
            livemode: boolean;
            /**
             * @description Always `booking`.
             * @constant
             */
            object: "booking";
            party_size: number;
            provider: string;
            slot_id: string;
            /** @description The status of a booking. */
            status: components["schemas"]["BookingStatus"];
            /** @description A time in UTC with milliseconds. */
            updated: components["schemas"]["Time"];
            venue_id: string;
        };
        /** @description A webhook delivery in a list. */
        ListedDelivery: {
            /** @description An id. */
            booking_id: components["schemas"]["Id"];
            /** @description The time of the event. */
            created: components["schemas"]["Time"];
            /** @description An id. */
            event_id: components["schemas"]["Id"];
            /** @description The type of an event. */
            event_type: components["schemas"]["EventType"];
            /** @description An id. */
            id: components["schemas"]["Id"];
            /** @description The last recorded attempt; null if there is none. */
            last_attempt: components["schemas"]["ListedAttempt"] | null;
            /**
             * Format: date-time
             * @description The time at which the next attempt is due; null if there is none.
             */
            next_attempt_at: string | null;
            /**
             * @description Always `delivery`.
             * @constant
             */
            object: "delivery";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /** @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails. */
            state: components["schemas"]["DeliveryState"];
            /** @description The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response. */
            status_class: components["schemas"]["StatusClass"];
        };
        /** @description The process is live. */
        Liveness: {
            /** @constant */
            live: true;
            /**
             * @description Always `liveness`.
             * @constant
             */
            object: "liveness";
        };
        /** @description An organization whose requests have a special outcome. Its keys are public. */
        MagicOrganization: {
            live_key: string;
            /** @description The outcome. */
            meaning: string;
            name: string;
            test_key: string;
        };
        /** @description A query of the venue search that is refused. */
        MagicQuery: {
            /** @description The code of the refusal. */
            error_code: string;
            query: string;
        };
        /** @description The values that select an outcome in the sandbox. */
        MagicValues: {
            /** @description The code that every confirmation and session accepts. Every other code is wrong. */
            code: string;
            /** @description The card of a session with this destination is no longer linked. */
            dropped_destination: string;
            /**
             * @description Always `magic_values`.
             * @constant
             */
            object: "magic_values";
            organizations: components["schemas"]["MagicOrganization"][];
            search_queries: components["schemas"]["MagicQuery"][];
            venues: components["schemas"]["MagicVenue"][];
        };
        /** @description A venue whose bookings have a special outcome. */
        MagicVenue: {
            city: string;
            country: string;
            /** @description An id. */
            id: components["schemas"]["Id"];
            /** @description The outcome. */
            meaning: string;
            name: string;
        };
        /** @description A new access token. */
        NewAccessToken: {
            /** @description The days until it expires. Default, it does not expire. */
            expires_in_days?: number;
            /** @description The name of its holder, which the audit log shows. */
            name: components["schemas"]["TokenName"];
            /** @description The organization of a viewer, developer or admin. Every other role has none. */
            organization_id?: string;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            role: components["schemas"]["Role"];
        };
        /** @description A new API key. Without `scopes` it has every scope. */
        NewApiKey: {
            /** @description The mode of an API key. */
            mode: components["schemas"]["KeyMode"];
            /** @description The name of an API key, for people. */
            name: components["schemas"]["KeyName"];
            /** @description What an API key may do. The scopes are those of the public contract. */
            scopes?: components["schemas"]["Scopes"];
        };
        /** @description A new sign-in link for one person. */
        NewDashboardLink: {
            /** @description The name of the person, which the audit log shows. Default, none. */
            name?: string;
            /** @description The organization of a viewer, developer or admin. An operator has none. */
            organization_id?: string;
            /** @description The role of a person in the dashboard. Each role may do everything that the ones before it may do. */
            role: components["schemas"]["DashboardRole"];
        };
        /** @description New faults of the sandbox. An omitted one stays. */
        NewFaults: {
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            endpoint?: components["schemas"]["Fault"];
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            provider?: components["schemas"]["Fault"];
        };
        /** @description The new name of an API key. */
        NewKeyName: {
            /** @description The name of an API key, for people. */
            name: components["schemas"]["KeyName"];
        };
        /** @description The new limits of an organization. An omitted limit stays. */
        NewLimits: {
            /** @description Metered requests in a window of five minutes. */
            rate_limit?: components["schemas"]["RateLimit"];
            /** @description Confirmed test bookings. */
            test_allowance?: components["schemas"]["TestAllowance"];
        };
        /** @description The settings of a new organization. */
        NewOrganization: {
            /** @description The name of the organization. */
            name: components["schemas"]["OrganizationName"];
            /** @description Metered requests in a window of five minutes. */
            rate_limit?: components["schemas"]["RateLimit"];
            /** @description Confirmed test bookings. */
            test_allowance?: components["schemas"]["TestAllowance"];
            /** @description The URL that receives its webhooks. Default null, no webhooks. */
            webhook_url?: string | null;
        };
        /** @description The new standing of an organization. */
        NewStanding: {
            /** @description Whether the requests of the organization are served. Those of a suspended one are refused with org_suspended. */
            standing: components["schemas"]["Standing"];
        };
        /** @description The test event to send. */
        NewTestEvent: {
            /** @description The type of an event. */
            type: components["schemas"]["EventType"];
        };
        /** @description The new webhook URL. */
        NewWebhookUrl: {
            /** @description The URL; null for no webhooks. */
            webhook_url: string | null;
        };
        /** @description The cursor of the next page; null on the last page. */
        NextCursor: string | null;
        /** @description One reason why the service is not ready. */
        NotReady: {
            /** @enum {unknown} */
            check: "database" | "migration" | "server" | "worker";
            message: string;
        };
        /** @description An organization with its limits. */
        Organization: {
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /** @description An id. */
            id: components["schemas"]["Id"];
            /** @description The name of the organization. */
            name: components["schemas"]["OrganizationName"];
            /**
             * @description Always `organization`.
             * @constant
             */
            object: "organization";
            /** @description Metered requests in a window of five minutes. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description Whether the requests of the organization are served. Those of a suspended one are refused with org_suspended. */
            standing: components["schemas"]["Standing"];
            /** @description Confirmed test bookings. */
            test_allowance: components["schemas"]["TestAllowance"];
            /** @description The number of its confirmed test bookings. */
            test_confirmed: number;
            /** @description The URL that receives its webhooks; null without webhooks. */
            webhook_url: string | null;
        };
        /** @description Organizations, newest first. */
        OrganizationList: {
            data: components["schemas"]["Organization"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /**
         * @description The name of the organization.
         * @example Harbour Group
         */
        OrganizationName: string;
        /** @description A personal value of a guest, and where it is stored. */
        PersonalValue: {
            /** @description The path of the field, such as guest.email. Of a response, the number of the attempt. */
            field: string;
            /** @description The id of the booking, of the event, or of the delivery. */
            id: components["schemas"]["Id"];
            /**
             * @description booking: the booking itself. event: the body of a webhook. response: the first bytes of a receiver's response, which may repeat personal data.
             * @enum {string}
             */
            source: "booking" | "event" | "response";
            /** @description The value. JSON text, if it is not a text. */
            value: string;
        };
        /** @description The next signing secret. It signs nothing before it is activated. */
        PreparedSecret: {
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /**
             * @description Always `prepared_secret`.
             * @constant
             */
            object: "prepared_secret";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /** @description A signing secret. It signs with its whole text. */
            signing_secret: components["schemas"]["SigningSecret"];
        };
        /** @description The providers, in the order of the settings. */
        ProviderList: {
            data: components["schemas"]["ProviderState"][];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description A provider as the service sees it now, for calls of one mode. */
        ProviderState: {
            calls_in_progress: number;
            /** @description The state of each kind of call, because each can fail on its own. */
            kinds: {
                /**
                 * @description The kind of call.
                 * @enum {string}
                 */
                call: "searchVenues" | "searchAvailability" | "checkRequest" | "book" | "modify" | "checkHold" | "release";
                /**
                 * @description For everybody. closed: these calls work. open: those of several organizations failed several times in a row, and none is made for a while. half_open: the provider responds again, and few calls are let through to see whether these work.
                 * @enum {string}
                 */
                circuit: "closed" | "open" | "half_open";
                /** @description The number of organizations for which these calls are paused, each because its own calls keep failing. */
                paused_organizations: number;
            }[];
            /** @description The mode of an API key. */
            mode: components["schemas"]["KeyMode"];
            name: string;
        };
        /** @description Metered requests in a window of five minutes. */
        RateLimit: number;
        /** @description The current window of the rate limit. */
        RateUsage: {
            /** @description Metered requests in a window of five minutes. */
            limit: components["schemas"]["RateLimit"];
            /** @description The metered requests that the window still allows. */
            remaining: number;
            /**
             * Format: date-time
             * @description The end of the window.
             */
            resets: string;
            /** @description The metered requests of the window that were not refused for the limit. */
            used: number;
            /** @description A time in UTC with milliseconds. */
            window_start: components["schemas"]["Time"];
        };
        /** @description The readiness of the service, with every reason against it. */
        Readiness: {
            not_ready: components["schemas"]["NotReady"][];
            /**
             * @description Always `readiness`.
             * @constant
             */
            object: "readiness";
            ready: boolean;
        };
        /** @description The verdict of the receiver on the signature of a webhook. */
        ReceivedSignature: {
            /** @description How to fix it; null if it is verified. */
            hint: string | null;
            /** @description Why the webhook was refused; null if it is verified. */
            reason: string | null;
            /** @description Whether the webhook is genuine and recent. */
            verified: boolean;
        };
        /** @description One webhook, as the sandbox's receiver got it. */
        ReceivedWebhook: {
            /** @description The body, cut off after 16384 characters. */
            body: string;
            /** @description Whether the body was longer. */
            body_truncated: boolean;
            /** @description The booking of the event; null if the webhook was refused. */
            booking_id: string | null;
            /** @description The id of the event; null if the webhook was refused. */
            event_id: string | null;
            /** @description The type of the event; null if the webhook was refused. */
            event_type: string | null;
            /** @description The request headers, in lower case. Long values are cut off, and the list ends after 30 headers. */
            headers: {
                [key: string]: string;
            };
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * @description Always `received_webhook`.
             * @constant
             */
            object: "received_webhook";
            /** @description A time in UTC with milliseconds. */
            received: components["schemas"]["Time"];
            /** @description Whether an event with this id was received before. Deliveries can repeat. */
            repeated: boolean;
            /** @description The verdict of the receiver on the signature of a webhook. */
            signature: components["schemas"]["ReceivedSignature"];
        };
        /** @description Received webhooks, newest first. */
        ReceivedWebhookList: {
            data: components["schemas"]["ReceivedWebhook"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description Which deliveries to resend. */
        ResendAbandoned: {
            /** @description The `next_cursor` of the request before. Omit it in the first request. */
            cursor?: components["schemas"]["Id"];
            /** @description Only deliveries of events from this time are resent. */
            since: components["schemas"]["Time"];
        };
        /** @description How many deliveries were resent. */
        ResentDeliveries: {
            /** @description Repeat the request with this cursor to resend more; null if all are resent. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `resent_deliveries`.
             * @constant
             */
            object: "resent_deliveries";
            /** @description The number of deliveries that this request made pending. */
            resent: number;
        };
        /**
         * @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations.
         * @enum {unknown}
         */
        Role: "viewer" | "developer" | "admin" | "monitoring" | "support" | "operator";
        /** @description What an API key may do. The scopes are those of the public contract. */
        Scopes: ("venues:read" | "availability:read" | "bookings:read" | "bookings:write" | "sessions:write" | "cards:read")[];
        /** @description What a page of the dashboard needs at its start. */
        Session: {
            /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description The time at which the session ends; null if the application that serves the dashboard signs people in itself.
             */
            expires: string | null;
            /** @description The modes whose API keys the service accepts. */
            modes: components["schemas"]["KeyMode"][];
            /**
             * @description Always `session`.
             * @constant
             */
            object: "session";
            /** @description The organization of a member; null for an operator. */
            organization_id: string | null;
            /** @description The address of the sandbox's webhook receiver; null without a sandbox, and if its webhooks go to another receiver. */
            receiver_url: string | null;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            role: components["schemas"]["Role"];
            /** @description Whether the service is a sandbox. Only a sandbox has the operations of the tag sandbox. */
            sandbox: boolean;
            /** @description The organization that the sandbox created at its start; null without a sandbox. */
            sandbox_organization_id: string | null;
            /** @description The address of the service; null if the dashboard has none to show. */
            service_url: string | null;
        };
        /** @description The settings of an organization. */
        Settings: {
            /** @description The name of the organization. */
            name: components["schemas"]["OrganizationName"];
            /**
             * @description Always `settings`.
             * @constant
             */
            object: "settings";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time at which the next signing secret was prepared; null if none is.
             */
            secret_prepared: string | null;
            /** @description The URL that receives its webhooks; null without webhooks. */
            webhook_url: string | null;
        };
        /** @description The token of a sign-in link. */
        SignIn: {
            /** @description The fragment of the link, without the number sign. */
            link_token: string;
        };
        /** @description A signing secret. It signs with its whole text. */
        SigningSecret: string;
        /** @description The secret that signs the webhooks of an organization, and the one that may follow it. */
        SigningSecrets: {
            /**
             * @description Always `signing_secrets`.
             * @constant
             */
            object: "signing_secrets";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /** @description The next secret; null if none is prepared. */
            prepared: components["schemas"]["PreparedSecret"] | null;
            /** @description A signing secret. It signs with its whole text. */
            signing_secret: components["schemas"]["SigningSecret"];
        };
        /**
         * @description Whether the requests of the organization are served. Those of a suspended one are refused with org_suspended.
         * @enum {unknown}
         */
        Standing: "active" | "suspended";
        /**
         * @description The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response.
         * @enum {unknown}
         */
        StatusClass: "none" | "2xx" | "3xx" | "4xx" | "5xx" | "other" | "no_response";
        /** @description A booking whose provider has kept failing or been pending for at least 10 minutes. */
        StuckBooking: {
            /** @description An id. */
            booking_id: components["schemas"]["Id"];
            /**
             * @description Always `stuck_booking`.
             * @constant
             */
            object: "stuck_booking";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            provider: string;
            /** @description The work at the provider that a booking waits for. */
            run: components["schemas"]["BookingRun"];
            /** @description The status of a booking. */
            status: components["schemas"]["BookingStatus"];
        };
        /** @description Stuck bookings, those that have waited longest first. */
        StuckBookingList: {
            data: components["schemas"]["StuckBooking"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description Confirmed test bookings. */
        TestAllowance: number;
        /** @description A stored test event. */
        TestEvent: {
            /** @description A time in UTC with milliseconds. */
            created: components["schemas"]["Time"];
            /** @description An id. */
            delivery_id: components["schemas"]["Id"];
            /** @description An id. */
            event_id: components["schemas"]["Id"];
            /**
             * @description Always `test_event`.
             * @constant
             */
            object: "test_event";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /** @description The type of an event. */
            type: components["schemas"]["EventType"];
        };
        /**
         * Format: date-time
         * @description A time in UTC with milliseconds.
         */
        Time: string;
        /** @description A delivery of an event, with its newest attempts. */
        TimelineDelivery: {
            /** @description The newest attempts, oldest first. */
            attempts: components["schemas"]["ListedAttempt"][];
            /** @description Whether there are attempts before these. getDelivery returns them. */
            has_earlier_attempts: boolean;
            /** @description An id. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time at which the next attempt is due; null if there is none.
             */
            next_attempt_at: string | null;
            /** @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails. */
            state: components["schemas"]["DeliveryState"];
        };
        /** @description A change of a booking, with its event. An expiry sends no event, and old events are removed. If the last change has no event, event_id and event_type are null. */
        TimelineEntry: {
            /** @description A time in UTC with milliseconds. */
            at: components["schemas"]["Time"];
            deliveries: components["schemas"]["TimelineDelivery"][];
            event_id: string | null;
            event_type: components["schemas"]["EventType"] | null;
            /** @description The status of the booking after the change. */
            status: components["schemas"]["BookingStatus"];
        };
        /**
         * @description The name of its holder, which the audit log shows.
         * @example Ada Byron
         */
        TokenName: string;
        /** @description How much of its limits an organization uses. */
        Usage: {
            /**
             * @description Always `usage`.
             * @constant
             */
            object: "usage";
            /** @description An id. */
            organization_id: components["schemas"]["Id"];
            /** @description The current window of the rate limit. */
            rate: components["schemas"]["RateUsage"];
            /** @description The test allowance. */
            test_bookings: components["schemas"]["AllowanceUsage"];
        };
    };
    responses: {
        /** @description The booking is in progress, so its personal data is still needed. */
        BookingInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The role of the caller does not allow this operation. Or the request comes from a web page of another origin, or its Host header names neither this computer nor a listed host. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request comes from a web page of another origin, or its Host header names neither this computer nor a listed host. */
        ForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The operation failed. The log has the reason. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The sign-in link is unknown, expired or already used. */
        InvalidLink: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request does not match this contract. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The current state does not allow this operation. */
        InvalidState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The resource does not exist, or it belongs to an organization that the caller may not name. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request body is larger than 4096 bytes. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The delivery may have existed. Deliveries of its age are removed. */
        Removed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The database is not available. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The access token is missing, unknown, revoked or expired. In the dashboard, this is the session. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request body is not declared as JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
    };
    parameters: {
        /**
         * @description The id of the access token, not the token.
         * @example tok_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        AccessTokenId: components["schemas"]["Id"];
        /**
         * @description The number of the attempt, from 1.
         * @example 1
         */
        AttemptNumber: string;
        /**
         * @description Only actions of this operation.
         * @example setStanding
         */
        AuditAction: string;
        /**
         * @description Only actions on the part of an organization with this id, for example an API key.
         * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        AuditTarget: components["schemas"]["Id"];
        /**
         * @description The id of the booking.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        BookingId: components["schemas"]["Id"];
        /**
         * @description Only what was created before this time.
         * @example 2026-11-21T09:30:00.000Z
         */
        CreatedBefore: components["schemas"]["Time"];
        /**
         * @description Only what was created from this time.
         * @example 2026-11-21T09:30:00.000Z
         */
        CreatedFrom: components["schemas"]["Time"];
        /**
         * @description The `next_cursor` of the page before. Omit it for the first page.
         * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        Cursor: components["schemas"]["Id"];
        /**
         * @description The id of the link or session, not its token.
         * @example das_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        DashboardSessionId: components["schemas"]["Id"];
        /**
         * @description The id of the delivery.
         * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
         */
        DeliveryId: components["schemas"]["Id"];
        /**
         * @description The id of the API key, not the key.
         * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        KeyId: components["schemas"]["Id"];
        /**
         * @description The maximum of rows in the page. The default is 50.
         * @example 20
         */
        Limit: number;
        /**
         * @description The id of the organization.
         * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        OrganizationId: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description The methods of the path.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description The cookie of the session. Scripts cannot read it.
         * @example __Host-dashboard-7423=das_session; Path=/; Secure; HttpOnly; SameSite=Strict
         */
        "Set-Cookie": string;
        /**
         * @description How to authenticate. `Bearer` is an access token, `DashboardLink` is a sign-in link of the dashboard.
         * @example Bearer
         */
        "WWW-Authenticate": "Bearer" | "DashboardLink";
    };
    pathItems: never;
}
export type AccessToken = components['schemas']['AccessToken'];
export type AccessTokenList = components['schemas']['AccessTokenList'];
export type Actor = components['schemas']['Actor'];
export type AdminError = components['schemas']['AdminError'];
export type AdvanceClock = components['schemas']['AdvanceClock'];
export type AllowanceUsage = components['schemas']['AllowanceUsage'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type Attempt = components['schemas']['Attempt'];
export type AttemptCause = components['schemas']['AttemptCause'];
export type AttemptError = components['schemas']['AttemptError'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditList = components['schemas']['AuditList'];
export type BookingErasure = components['schemas']['BookingErasure'];
export type BookingExport = components['schemas']['BookingExport'];
export type BookingList = components['schemas']['BookingList'];
export type BookingRun = components['schemas']['BookingRun'];
export type BookingState = components['schemas']['BookingState'];
export type BookingStatus = components['schemas']['BookingStatus'];
export type BookingTimeline = components['schemas']['BookingTimeline'];
export type CallerView = components['schemas']['CallerView'];
export type Clock = components['schemas']['Clock'];
export type Count = components['schemas']['Count'];
export type CreatedAccessToken = components['schemas']['CreatedAccessToken'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedDashboardLink = components['schemas']['CreatedDashboardLink'];
export type CreatedOrganization = components['schemas']['CreatedOrganization'];
export type DashboardName = components['schemas']['DashboardName'];
export type DashboardRole = components['schemas']['DashboardRole'];
export type DashboardSession = components['schemas']['DashboardSession'];
export type DashboardSessionList = components['schemas']['DashboardSessionList'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryCounts = components['schemas']['DeliveryCounts'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type DeliveryStatistics = components['schemas']['DeliveryStatistics'];
export type EventType = components['schemas']['EventType'];
export type Fault = components['schemas']['Fault'];
export type Faults = components['schemas']['Faults'];
export type FoundBookings = components['schemas']['FoundBookings'];
export type GuestBookings = components['schemas']['GuestBookings'];
export type GuestSearch = components['schemas']['GuestSearch'];
export type Id = components['schemas']['Id'];
export type KeyMode = components['schemas']['KeyMode'];
export type KeyName = components['schemas']['KeyName'];
export type ListedAttempt = components['schemas']['ListedAttempt'];
export type ListedBooking = components['schemas']['ListedBooking'];
export type ListedDelivery = components['schemas']['ListedDelivery'];
export type Liveness = components['schemas']['Liveness'];
export type MagicOrganization = components['schemas']['MagicOrganization'];
export type MagicQuery = components['schemas']['MagicQuery'];
export type MagicValues = components['schemas']['MagicValues'];
export type MagicVenue = components['schemas']['MagicVenue'];
export type NewAccessToken = components['schemas']['NewAccessToken'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewDashboardLink = components['schemas']['NewDashboardLink'];
export type NewFaults = components['schemas']['NewFaults'];
export type NewKeyName = components['schemas']['NewKeyName'];
export type NewLimits = components['schemas']['NewLimits'];
export type NewOrganization = components['schemas']['NewOrganization'];
export type NewStanding = components['schemas']['NewStanding'];
export type NewTestEvent = components['schemas']['NewTestEvent'];
export type NewWebhookUrl = components['schemas']['NewWebhookUrl'];
export type NextCursor = components['schemas']['NextCursor'];
export type NotReady = components['schemas']['NotReady'];
export type Organization = components['schemas']['Organization'];
export type OrganizationList = components['schemas']['OrganizationList'];
export type OrganizationName = components['schemas']['OrganizationName'];
export type PersonalValue = components['schemas']['PersonalValue'];
export type PreparedSecret = components['schemas']['PreparedSecret'];
export type ProviderList = components['schemas']['ProviderList'];
export type ProviderState = components['schemas']['ProviderState'];
export type RateLimit = components['schemas']['RateLimit'];
export type RateUsage = components['schemas']['RateUsage'];
export type Readiness = components['schemas']['Readiness'];
export type ReceivedSignature = components['schemas']['ReceivedSignature'];
export type ReceivedWebhook = components['schemas']['ReceivedWebhook'];
export type ReceivedWebhookList = components['schemas']['ReceivedWebhookList'];
export type ResendAbandoned = components['schemas']['ResendAbandoned'];
export type ResentDeliveries = components['schemas']['ResentDeliveries'];
export type Role = components['schemas']['Role'];
export type Scopes = components['schemas']['Scopes'];
export type Session = components['schemas']['Session'];
export type Settings = components['schemas']['Settings'];
export type SignIn = components['schemas']['SignIn'];
export type SigningSecret = components['schemas']['SigningSecret'];
export type SigningSecrets = components['schemas']['SigningSecrets'];
export type Standing = components['schemas']['Standing'];
export type StatusClass = components['schemas']['StatusClass'];
export type StuckBooking = components['schemas']['StuckBooking'];
export type StuckBookingList = components['schemas']['StuckBookingList'];
export type TestAllowance = components['schemas']['TestAllowance'];
export type TestEvent = components['schemas']['TestEvent'];
export type Time = components['schemas']['Time'];
export type TimelineDelivery = components['schemas']['TimelineDelivery'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TokenName = components['schemas']['TokenName'];
export type Usage = components['schemas']['Usage'];
export type ResponseBookingInProgress = components['responses']['BookingInProgress'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForeignOrigin = components['responses']['ForeignOrigin'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseInvalidLink = components['responses']['InvalidLink'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidState = components['responses']['InvalidState'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseRemoved = components['responses']['Removed'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterAccessTokenId = components['parameters']['AccessTokenId'];
export type ParameterAttemptNumber = components['parameters']['AttemptNumber'];
export type ParameterAuditAction = components['parameters']['AuditAction'];
export type ParameterAuditTarget = components['parameters']['AuditTarget'];
export type ParameterBookingId = components['parameters']['BookingId'];
export type ParameterCreatedBefore = components['parameters']['CreatedBefore'];
export type ParameterCreatedFrom = components['parameters']['CreatedFrom'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterDashboardSessionId = components['parameters']['DashboardSessionId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterOrganizationId = components['parameters']['OrganizationId'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderSetCookie = components['headers']['Set-Cookie'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type $defs = Record<string, never>;
export interface operations {
    listAccessTokens: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccessToken"];
            };
        };
        responses: {
            /** @description The new access token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccessToken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the access token, not the token.
                 * @example tok_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                access_token_id: components["parameters"]["AccessTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Only actions of this operation.
                 * @example setStanding
                 */
                action?: components["parameters"]["AuditAction"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only actions on the part of an organization with this id, for example an API key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                target?: components["parameters"]["AuditTarget"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallerView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDashboardLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDashboardLink"];
            };
        };
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedDashboardLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDashboardSessions: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links and sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardSessionList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeDashboardSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the link or session, not its token.
                 * @example das_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                dashboard_session_id: components["parameters"]["DashboardSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed link or session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardSession"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            500: components["responses"]["InternalError"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description The new organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrganization"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendAbandonedDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendAbandoned"];
            };
        };
        responses: {
            /** @description The deliveries are pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Only actions of this operation.
                 * @example setStanding
                 */
                action?: components["parameters"]["AuditAction"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only actions on the part of an organization with this id, for example an API key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                target?: components["parameters"]["AuditTarget"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findBooking: {
        parameters: {
            query?: {
                /**
                 * @description The confirmation code of its provider.
                 * @example SBX-5F0C1F2E
                 */
                confirmation_code?: string;
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id?: components["schemas"]["Id"];
                /**
                 * @description The idempotency key of its create.
                 * @example order-4711
                 */
                idempotency_key?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bookings. None if no booking has the name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundBookings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /**
                 * @description Only what was created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only what was created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only bookings of this environment.
                 * @example live
                 */
                mode?: "test" | "live";
                /**
                 * @description Only bookings at this provider.
                 * @example sandbox
                 */
                provider?: string;
                /**
                 * @description Only bookings with this status.
                 * @example confirmed
                 */
                status?: components["schemas"]["BookingStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bookings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBookingState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The booking. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The personal data is erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingErasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BookingInProgress"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The personal data of the guest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingExport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    failBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The booking has failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt is due. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBookingTimeline: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingTimeline"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries of events of this booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id?: components["schemas"]["Id"];
                /**
                 * @description Only what was created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only what was created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries of events of this type.
                 * @example booking.created
                 */
                event_type?: components["schemas"]["EventType"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only deliveries in this state.
                 * @example abandoned
                 */
                state?: components["schemas"]["DeliveryState"];
                /**
                 * @description Only deliveries whose last recorded attempt had this outcome.
                 * @example 5xx
                 */
                status_class?: components["schemas"]["StatusClass"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: {
                /**
                 * @description Only attempts before this number. The default is the newest attempts.
                 * @example 4
                 */
                before_attempt?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the delivery.
                 * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
                 */
                delivery_id: components["parameters"]["DeliveryId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Removed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteAttemptResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the attempt, from 1.
                 * @example 1
                 */
                attempt: components["parameters"]["AttemptNumber"];
                /**
                 * @description The id of the delivery.
                 * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
                 */
                delivery_id: components["parameters"]["DeliveryId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt without its response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attempt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Removed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the delivery.
                 * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
                 */
                delivery_id: components["parameters"]["DeliveryId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["Removed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDeliveryStatistics: {
        parameters: {
            query?: {
                /**
                 * @description The length of each part of the time. The default is hour.
                 * @example hour
                 */
                bucket?: "hour" | "day";
                /**
                 * @description Only what was created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only what was created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryStatistics"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findGuestBookings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestSearch"];
            };
        };
        responses: {
            /** @description A page of the bookings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestBookings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The new API key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renameApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the API key, not the key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                key_id: components["parameters"]["KeyId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKeyName"];
            };
        };
        responses: {
            /** @description The renamed API key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the API key, not the key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                key_id: components["parameters"]["KeyId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked API key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLimits"];
            };
        };
        responses: {
            /** @description The organization with its new limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReceivedWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The received webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedWebhookList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    activateSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    discardPreparedSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    prepareSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prepared secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreparedSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revealSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecrets"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStanding"];
            };
        };
        responses: {
            /** @description The organization with its new standing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTestEvent"];
            };
        };
        responses: {
            /** @description The event is stored. The worker sends it at its next tick. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setWebhookUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookUrl"];
            };
        };
        responses: {
            /** @description The new settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            500: components["responses"]["InternalError"];
            /** @description The service is not ready. The body lists the reasons. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    advanceSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClock"];
            };
        };
        responses: {
            /** @description The advanced clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Faults"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFaults"];
            };
        };
        responses: {
            /** @description The new faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Faults"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMagicValues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The magic values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MagicValues"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Signed in. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidLink"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStuckBookings: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stuck bookings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StuckBookingList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
