// Written from openapi/admin.yaml. Edit that, then run: npm run generate

export interface paths {
    readonly "/access-tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List access tokens
         * @description Returns all access tokens, newest first, with those that are revoked.
         */
        readonly get: operations["listAccessTokens"];
        readonly put?: never;
        /**
         * Create an access token
         * @description Creates a token for a member of one organization, or for a role of all organizations.
         */
        readonly post: operations["createAccessToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/access-tokens/{access_token_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke an access token
         * @description Revokes a token at once and for good. A second revocation changes nothing.
         */
        readonly post: operations["revokeAccessToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the audit log of all organizations
         * @description Returns all recorded actions, newest first. Those on the whole service have no organization. Each filter that is present leaves out the others.
         */
        readonly get: operations["listAllAuditEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caller": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the caller
         * @description Returns the role and the organization of the caller.
         */
        readonly get: operations["getCaller"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard-links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a sign-in link for the dashboard
         * @description Creates a link that signs one person in to the dashboard, with a role in one organization or in all of them. It works once and for 15 minutes.
         */
        readonly post: operations["createDashboardLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the dashboard's sessions
         * @description Returns the sign-in links and the sessions of the dashboard, newest first. Those that are revoked or have signed out are removed at once, and expired ones after some hours.
         */
        readonly get: operations["listDashboardSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard-sessions/{dashboard_session_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke a session of the dashboard
         * @description Removes a session or an unused link at once and for good. The next request of the person is unauthorized. Returns its last state.
         */
        readonly post: operations["revokeDashboardSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/failed-requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List failed requests
         * @description Returns the requests of all organizations that the service failed with a 5xx, newest first, from the log of requests. A request appears within a few seconds after its response. While the database does not respond, requests are in the log of the service only.
         */
        readonly get: operations["listFailedRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the state of the service
         * @description Returns the version of the service, and each of its databases with its migration and its queues: the work that is due, since when the oldest waits, and the work that is held up. A database that does not respond is named with the reason.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
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
    readonly "/operator/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of the operator
         * @description Returns the people of the operator who were invited, newest first: those with a role for all organizations.
         */
        readonly get: operations["listOperatorMembers"];
        readonly put?: never;
        /**
         * Invite a person of the operator
         * @description Adds a member with a role for all organizations, and sends a sign-in link by email that works once and for 7 days. If the service sends no mail, the response has the link. An address that is such a member's already gets the role and a new link. The limits are those of an organization: 200 members at most, and in an hour of each instance 50 invitations, 5 of them to one address.
         */
        readonly post: operations["inviteOperatorMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/operator/members/{member_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove a member of the operator
         * @description Removes a member of the operator with its sessions and its unused links, at once and for good. The next request of the person is unauthorized. Returns its last state.
         */
        readonly post: operations["removeOperatorMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/operator/members/{member_id}/role": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change the role of a member of the operator
         * @description Changes the role of a member of the operator, also in its sessions: the next request of the person has the new role.
         */
        readonly put: operations["changeOperatorMemberRole"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List organizations
         * @description Returns the organizations, newest first.
         */
        readonly get: operations["listOrganizations"];
        readonly put?: never;
        /**
         * Create an organization
         * @description Creates an organization without API keys. The webhook URL must lead to a public address.
         */
        readonly post: operations["createOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an organization
         * @description Returns an organization with its standing and its limits.
         */
        readonly get: operations["getOrganization"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the audit log of an organization
         * @description Returns the recorded actions on an organization, newest first. Each filter that is present leaves out the others.
         */
        readonly get: operations["listAuditEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/booking-search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find a booking
         * @description Finds bookings by their id, by the idempotency key of their create or by the confirmation code of their provider. Name exactly one. An idempotency key may have a booking in each environment, and providers may use a confirmation code again.
         */
        readonly get: operations["findBooking"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List bookings
         * @description Returns the bookings of an organization as they are now, newest first. Each filter that is present leaves out the others. Bookings are never removed. The cost of a page does not depend on the number of bookings.
         */
        readonly get: operations["listOrganizationBookings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a booking and its work
         * @description Returns a booking with the work that it waits for at its provider: attempts, failures in a row, the reason and the next attempt.
         */
        readonly get: operations["getBookingState"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}/erase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Erase a guest from a booking
         * @description Erases the personal data of the guest: in the booking, in the bodies of its webhooks, also of those that are not delivered yet, and in the stored responses of their receivers. The booking, its status and its idempotency key stay. A repetition changes nothing. Copies at the provider, at receivers and in backups are not erased.
         */
        readonly post: operations["eraseBooking"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export the guest of a booking
         * @description Returns every personal value of the guest that is stored: in the booking, in the bodies of its webhooks, and the stored responses of their receivers. The audit log records it.
         */
        readonly post: operations["exportBooking"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}/fail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Fail a booking
         * @description Moves a booking in processing or requires_action to failed, with the error code provider_failed, its event and its webhooks. The provider is requested to release it. If a worker settles the booking at the same moment, only one of them takes effect.
         */
        readonly post: operations["failBooking"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}/payment/refund": {
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
         * @description Stores the sum of all refunds wanted, and makes a run due that returns the difference at the card service. The run is repeated until the card service has returned it. A refund that a cancellation or a lower price owes counts: the larger sum is returned, never both. The booking keeps its status, and no event is sent. Refused unless the payment is captured, the booking is confirmed or has ended, and the sum is above what is refunded or requested.
         */
        readonly post: operations["refundPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Retry a booking now
         * @description Makes the next attempt at the provider due now, instead of at its time. A worker that is calling the provider keeps the booking: then this is refused. The attempt has the same reference, so the provider does not book twice.
         */
        readonly post: operations["retryBooking"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/bookings/{booking_id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the timeline of a booking
         * @description Returns a booking with its story, oldest first: the requests that changed it, the calls at its provider and at the card service that did not succeed at once, its changes with their events, and the attempts that delivered these. A page has at most 20 events and 20 requests. Of the calls, the first and the newest 20 in all are kept.
         */
        readonly get: operations["getBookingTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/dashboard-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the dashboard's sessions of an organization
         * @description Returns the sign-in links and the sessions of the members of an organization, newest first. Those that are revoked or have signed out are removed at once, and expired ones after some hours.
         */
        readonly get: operations["listOrganizationSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/dashboard-sessions/{dashboard_session_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke a session of a member
         * @description Removes a session or an unused link of a member of the organization at once and for good. The next request of the person is unauthorized. Returns its last state.
         */
        readonly post: operations["revokeOrganizationSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description Returns the webhook deliveries of an organization, newest first. Each filter that is present leaves out the others. The time of a delivery is that of its event. The cost of a page does not depend on the number of deliveries.
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
    readonly "/organizations/{organization_id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a delivery
         * @description Returns a delivery with its request body and its newest attempts: what each sent, the status of the response and the first bytes of its body, its duration, or its error.
         */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/deliveries/{delivery_id}/attempts/{attempt}/delete-response": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a stored response
         * @description Deletes the first bytes of the response's body that an attempt stored, for example because they have personal data. Everything else of the attempt stays. A second deletion changes nothing.
         */
        readonly post: operations["deleteAttemptResponse"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/deliveries/{delivery_id}/resend": {
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
         * @description Schedules one more attempt of a delivery that succeeded or was abandoned, for the next tick. The event id stays the same. The attempt is not retried. If the delivery is pending and waits for a later attempt, this attempt comes at the next tick instead. It remains one of the attempts of the delivery. A delivery whose attempt is due or in progress is refused.
         */
        readonly post: operations["resendDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/delivery-count": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count deliveries
         * @description Counts the deliveries that resendDeliveries would resend. Each filter that is present leaves out the others. The count ends at 10000, which means that many or more.
         */
        readonly get: operations["countDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/delivery-resends": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resend many deliveries
         * @description Does the same as resendDelivery with every delivery that matches, newest first. countDeliveries returns their number before. A request resends at most 2000. If there are more, the response has a cursor: repeat the request with it.
         */
        readonly post: operations["resendDeliveries"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/delivery-statistics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count attempts over time
         * @description Returns how many attempts of each hour or day succeeded and failed, how many deliveries were abandoned, and how long responses took. The counts are exact, and an attempt counts as soon as it is recorded, also while its delivery is pending. The default is the last 24 hours or the last 30 days. A request covers at most 48 hours or days.
         */
        readonly get: operations["getDeliveryStatistics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/guest-search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find the bookings of a guest
         * @description Finds the bookings whose guest has this e-mail address or phone number, in order of id. Spellings of one address are the same. A page reads a bounded number of bookings: continue with next_cursor until it is null. The audit log records the search, also if it finds nothing, and each later page that has a booking. It never has the contact.
         */
        readonly post: operations["findGuestBookings"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the API keys of the organization, newest first, with those that are revoked. It contains no key.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Create an API key
         * @description Creates an API key. The response shows it once, because the service stores only its digest.
         */
        readonly post: operations["createApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/keys/{key_id}/name": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Rename an API key
         * @description Changes the name of an API key. The key stays the same.
         */
        readonly put: operations["renameApiKey"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/keys/{key_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke an API key
         * @description Revokes an API key at once and for good: every instance refuses it from the next request on. A second revocation changes nothing.
         */
        readonly post: operations["revokeApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the limits of an organization
         * @description Sets the requests of a window and the allowance of test bookings. An omitted limit stays.
         */
        readonly put: operations["setLimits"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of an organization
         * @description Returns the people who were invited to an organization, newest first.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        /**
         * Invite a person to an organization
         * @description Adds a member, and sends a sign-in link by email that works once and for 7 days. If the service sends no mail, the response has the link. An address that is a member's already gets the role and a new link. An organization has 200 members at most. In an hour, an instance sends at most 50 invitations of an organization, 5 of them to one address. No other mail counts.
         */
        readonly post: operations["inviteMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/members/{member_id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove a member
         * @description Removes a member with its sessions and its unused links, at once and for good. The next request of the person is unauthorized. Returns its last state.
         */
        readonly post: operations["removeMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/members/{member_id}/role": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change the role of a member
         * @description Changes the role of a member, also in its sessions: the next request of the person has the new role.
         */
        readonly put: operations["changeMemberRole"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payments
         * @description Returns the bookings of an organization with a payment that the card service collects, newest booking first. Each filter that is present leaves out the others. A payment is unsettled if its booking has ended and it is neither voided nor refunded, until a cancellation has returned its part; if its booking is confirmed and it was not captured; or if a refund is due. The cost of a page does not depend on the number of bookings.
         */
        readonly get: operations["listPayments"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/payments/reconcile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reconcile payments
         * @description Reads the payments of one page of bookings at the card service, and lists those that differ from the stored ones. The page has the newest bookings with a payment, 20 at most, and each read has the timeout of a call to a card service. A payment that cannot be read is listed, too. A booking that is in progress is not compared: its run reads the payment. Without `repair`, nothing changes. With it, what the card service states is stored with the booking, and a run becomes due that voids or returns what is owed. A booking that has a run already does not change, so a repeated repair changes nothing. Each repaired booking has an entry in the audit log. The operation calls the card service to read only.
         */
        readonly post: operations["reconcilePayments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/received-webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List received webhooks
         * @description Returns the newest 200 webhooks that the built-in receiver of the sandbox got since its start, newest first. Only the organization that the sandbox created sends webhooks there, so the list of every other organization is empty.
         */
        readonly get: operations["listReceivedWebhooks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/request-counts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count requests
         * @description Counts the requests of an organization's log by hour, by API key or by operation. The default is the last 24 hours. It counts at most the newest 20000 requests of each environment. A service that logs only a part of the successful requests counts only that part.
         */
        readonly get: operations["countRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List requests
         * @description Returns the requests that an organization sent to the public contract, newest first, from its log. Each filter that is present leaves out the others. A request appears within a few seconds after its response. The log has a limited number of days and rows, and it is empty if the service logs no requests.
         */
        readonly get: operations["listOrganizationRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the settings
         * @description Returns the webhook URL of the organization, and whether a new signing secret is prepared. It contains no secret.
         */
        readonly get: operations["getSettings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/signing-secret/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Activate the prepared signing secret
         * @description Makes the prepared secret the one that signs, and removes the old one. Every attempt that begins after the response is signed with it; attempts under way end with the old one. So receivers must already verify with both. The old secret cannot be restored.
         */
        readonly post: operations["activateSigningSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/signing-secret/discard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Discard the prepared signing secret
         * @description Removes the prepared secret. It has never signed, so receivers can stop verifying with it.
         */
        readonly post: operations["discardPreparedSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/signing-secret/prepare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Prepare a new signing secret
         * @description Creates the next signing secret and returns it. It signs nothing yet: the organization has one secret that signs at any time. Let every receiver verify with both secrets, then activate the new one.
         */
        readonly post: operations["prepareSigningSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/signing-secret/reveal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reveal the signing secret
         * @description Returns the secret that signs the webhooks of the organization, and the prepared one if there is one. The audit log records it.
         */
        readonly post: operations["revealSigningSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/standing": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Suspend or resume an organization
         * @description Sets the standing of an organization. The requests of a suspended organization are refused from the next one on.
         */
        readonly put: operations["setStanding"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/test-events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event
         * @description Sends an event to the webhook URL of the organization, to test its receiver. The worker signs, sends and retries it like every other event, and the delivery history shows each attempt. The event has the contract's example as its data. Its booking id is bkg_00000000000000000000000000000000, which no booking has: getBooking returns 404, and no booking changes.
         */
        readonly post: operations["sendTestEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the usage
         * @description Returns how much of the rate limit the current window has used, and how much of the test allowance is used and reserved.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/organizations/{organization_id}/webhook-url": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set or clear the webhook URL
         * @description Sets the URL that receives every webhook of the organization, or clears it with null. The URL must be https, and every address of its host must be public; a sandbox also accepts this computer. The service resolves the host now, and again at every delivery. The next attempt of each pending delivery goes to the new URL. Events that happen without a URL are never sent.
         */
        readonly put: operations["setWebhookUrl"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/providers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List providers
         * @description Returns the state of each provider in this process, for live and for test calls: the circuit of each kind of call, for how many organizations alone such calls are paused, its latest error, and the calls in progress. A provider that fails does not make the service unready, because the others work.
         */
        readonly get: operations["listProviders"];
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
         * @description The service is ready if the database responds, accepts writes and is at the migration of this program, if the service listens and does not stop, and if no lane of the worker (runs, expiries, deliveries, slow deliveries) is stalled. A lane is stalled if it has shown no progress for 3 ticks, or for as many of its longest steps if these take longer. A service with several databases is ready if one of them is, and names the others.
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
    readonly "/sandbox/faults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the faults
         * @description Returns how the simulated provider and the built-in webhook receiver behave now.
         */
        readonly get: operations["getFaults"];
        /**
         * Set the faults
         * @description Makes the simulated provider or the built-in webhook receiver slow, failing or unavailable for all organizations, or normal again. A restart of the sandbox removes all faults.
         */
        readonly put: operations["setFaults"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/magic-values": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the magic values
         * @description Returns the values of the contract that select an outcome in the sandbox: venues, organizations with their public keys, queries and codes.
         */
        readonly get: operations["listMagicValues"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find an object by its id
         * @description Finds a booking, delivery, event, session, request, API key or organization by its id, whose prefix names the kind. The beginning of the SHA-256 of an API key, at least 12 characters, finds the key, and any other text finds organizations whose name begins with it. A member finds only what its own organization has. A secret is refused, because it would be in the address.
         */
        readonly get: operations["searchObjects"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the current session
         * @description Returns who is signed in, and what a page of the dashboard needs at its start. Only the dashboard's server has this operation.
         */
        readonly get: operations["getSession"];
        readonly put?: never;
        /**
         * Sign in
         * @description Uses a sign-in link, and starts a session with a cookie. Only the dashboard's server has this operation.
         */
        readonly post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the current session at once, and removes its cookie. Only the dashboard's server has this operation.
         */
        readonly delete: operations["signOut"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/issuers/{issuer}/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Finish a sign-in at an issuer
         * @description Takes the response of the issuer, checks it, and starts a session with a cookie. The browser must be the one that started the sign-in, within 10 minutes. A sign-in starts one session. Only the dashboard's server has this operation.
         */
        readonly post: operations["finishIssuerSignIn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/issuers/{issuer}/start": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a sign-in at an issuer
         * @description Begins a sign-in by OpenID Connect, and returns the page of the issuer to open. A cookie binds the sign-in to this browser for 10 minutes. Only the dashboard's server has this operation.
         */
        readonly post: operations["startIssuerSignIn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Read a sign-in link
         * @description Returns whom a sign-in link signs in, so that the person can decide. The link stays unused. Only the dashboard's server has this operation.
         */
        readonly post: operations["readSignInLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a sign-in link by email
         * @description Sends one mail with a sign-in link for each membership of the address: of organizations, and of the operator. The response is the same for every address, and does not wait for the mail. A link works once and for 15 minutes; a request in this time sends the same link again, at most 5 times. A network address may send 60 requests in an hour. Only the dashboard's server has this operation.
         */
        readonly post: operations["requestSignInLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the ways to sign in
         * @description Returns whose service it is, the issuers at which people can sign in, and whether a link comes by email. A sign-in link needs none of them. Only the dashboard's server has this operation.
         */
        readonly get: operations["getSignInOptions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the sessions of the caller
         * @description Returns the sessions of the person who calls, newest first, with the current one. A member is identified by the membership, and a person whom an issuer signed in by the account there. A link of an operator identifies no one, so its session is listed alone. Only the dashboard's server has this operation.
         */
        readonly get: operations["listOwnSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/sessions/{dashboard_session_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End a session of the caller
         * @description Removes one of the sessions that listOwnSessions returns, at once and for good. Returns its last state. Only the dashboard's server has this operation.
         */
        readonly post: operations["revokeOwnSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stuck-bookings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List stuck bookings
         * @description Returns the bookings of all organizations whose provider has kept failing or been pending for at least 10 minutes, those that have waited longest first. Their bookings may have ended: then the provider does not release them.
         */
        readonly get: operations["listStuckBookings"];
        readonly put?: never;
        readonly post?: never;
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
        /** @description An access token, without the token itself. */
        readonly AccessToken: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description The time from which it is refused; null if it does not expire.
             */
            readonly expires: string | null;
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of its last use, to the minute; null before the first.
             */
            readonly last_used: string | null;
            /** @description The name of its holder, which the audit log shows. */
            readonly name: components["schemas"]["TokenName"];
            /**
             * @description Always `access_token`.
             * @constant
             */
            readonly object: "access_token";
            /** @description The organization of a member; null for a role of all organizations. */
            readonly organization_id: string | null;
            /**
             * Format: date-time
             * @description The time of its revocation; null while it is valid.
             */
            readonly revoked: string | null;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            readonly role: components["schemas"]["Role"];
        };
        /** @description Access tokens, newest first. */
        readonly AccessTokenList: {
            readonly data: readonly components["schemas"]["AccessToken"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
        readonly Actor: {
            /** @description The id of the access token or session, or the id that the application gave; null for the others. */
            readonly id: string | null;
            /** @enum {string} */
            readonly kind: "operator" | "command" | "access_token" | "session" | "host";
            /** @description The name of its holder; null without one. That of a command is the user of the operating system, or the name that `--as` gave. */
            readonly name: string | null;
        };
        /** @description A refusal of the admin server. */
        readonly AdminError: {
            /** @description The problem and its fix, in English. */
            readonly error: string;
            /** @enum {string} */
            readonly error_code: "booking_in_progress" | "forbidden" | "internal_error" | "invalid_link" | "invalid_request" | "invalid_state" | "issuer_unavailable" | "mail_failed" | "method_not_allowed" | "not_admitted" | "not_found" | "payload_too_large" | "rate_limited" | "removed" | "service_unavailable" | "sign_in_failed" | "unauthorized" | "unsupported_media_type";
        };
        /** @description The time to advance. */
        readonly AdvanceClock: {
            /** @description The time in milliseconds, at most 31 days. */
            readonly ms: number;
        };
        /** @description The test allowance. */
        readonly AllowanceUsage: {
            /** @description Confirmed test bookings. */
            readonly allowance: components["schemas"]["TestAllowance"];
            /** @description The confirmed test bookings. */
            readonly confirmed: number;
            /** @description The test bookings that may be created now. */
            readonly remaining: number;
            /** @description The test bookings in progress, each of which may still be confirmed. At most the rest of the allowance. */
            readonly reserved: number;
        };
        /**
         * Format: int64
         * @description An amount of money in the minor unit of its currency, such as cents.
         * @example 5000
         */
        readonly Amount: number;
        /** @description An API key, without the key itself. */
        readonly ApiKey: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of its last use, to the minute; null before the first.
             */
            readonly last_used: string | null;
            /** @description The last 4 characters of the key; null for a key that is older than this field. */
            readonly last4: string | null;
            /** @description The mode of an API key. */
            readonly mode: components["schemas"]["KeyMode"];
            /** @description The name of the key; empty for a key that was created without one. */
            readonly name: string;
            /**
             * @description Always `api_key`.
             * @constant
             */
            readonly object: "api_key";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of its revocation; null while it is valid.
             */
            readonly revoked: string | null;
            /** @description A permission of an API key. The scopes are those of the public contract. */
            readonly scopes: components["schemas"]["Scopes"];
        };
        /** @description API keys, newest first. */
        readonly ApiKeyList: {
            readonly data: readonly components["schemas"]["ApiKey"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description One attempt of a delivery. Either status or error is its outcome. */
        readonly Attempt: {
            /** @description The first bytes of the endpoint's response body. */
            readonly answer: string | null;
            /**
             * Format: date-time
             * @description The time at which the stored response was deleted; null if it was not.
             */
            readonly answer_deleted: string | null;
            /** @description The number of the attempt, from 1. */
            readonly attempt: number;
            /** @description The cause of the error. Tolerate unknown causes. Null if there was a response, and for attempts of versions that did not store it. */
            readonly cause: components["schemas"]["AttemptCause"];
            /** @description The duration of the attempt, in milliseconds. */
            readonly duration_ms: number;
            /** @description The reason why there was no response. */
            readonly error: components["schemas"]["AttemptError"];
            /** @description The request headers; null for attempts that are older than this field. */
            readonly request_headers: {
                readonly [key: string]: string;
            } | null;
            /** @description A time in UTC with milliseconds. */
            readonly started: components["schemas"]["Time"];
            /** @description The HTTP status of the endpoint's response. */
            readonly status: number | null;
        };
        /**
         * @description The cause of the error. Tolerate unknown causes. Null if there was a response, and for attempts of versions that did not store it.
         * @enum {string|null}
         */
        readonly AttemptCause: "dns_not_found" | "dns_failed" | "dns_timeout" | "address_refused" | "connection_refused" | "host_unreachable" | "connect_timeout" | "connection_reset" | "connection_failed" | "sender_failed" | "tls_certificate_expired" | "tls_certificate_not_yet_valid" | "tls_name_mismatch" | "tls_untrusted" | "tls_failed" | "tls_timeout" | "response_timeout" | "response_flood" | "response_incomplete" | "malformed_response" | null;
        /**
         * @description The reason why there was no response.
         * @enum {string|null}
         */
        readonly AttemptError: "timeout" | "address_refused" | "response_flood" | "connection" | null;
        /** @description One recorded action. Entries are never changed and never removed. */
        readonly AuditEntry: {
            /** @description The operationId of the operation, or the name of an action that only a command has, such as rotateSealingKey. */
            readonly action: string;
            /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
            readonly actor: components["schemas"]["Actor"];
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /** @description Small facts about the action. They never contain a secret. */
            readonly details: {
                readonly [key: string]: string | number | boolean | null;
            };
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * @description Always `audit_entry`.
             * @constant
             */
            readonly object: "audit_entry";
            /** @description The organization that the action is about; null for an action on the whole service. */
            readonly organization_id: string | null;
            /** @description The id of what the action changed, if it is a part of the organization. */
            readonly target: string | null;
        };
        /** @description Recorded actions, newest first. With a filter, a page may have fewer rows than its limit although more follow. */
        readonly AuditList: {
            readonly data: readonly components["schemas"]["AuditEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /** @description The result of an erasure. What was erased is counted. */
        readonly BookingErasure: {
            /** @description A booking, without its guest and the data of its caller. */
            readonly booking: components["schemas"]["ListedBooking"];
            readonly erased_events: number;
            readonly erased_fields: number;
            readonly erased_responses: number;
            /**
             * @description Always `booking_erasure`.
             * @constant
             */
            readonly object: "booking_erasure";
        };
        /** @description A booking, with all personal data of its guest that is stored. */
        readonly BookingExport: {
            /** @description A booking, without its guest and the data of its caller. */
            readonly booking: components["schemas"]["ListedBooking"];
            /**
             * @description Always `booking_export`.
             * @constant
             */
            readonly object: "booking_export";
            readonly personal_data: readonly components["schemas"]["PersonalValue"][];
        };
        /** @description Bookings, newest first. A page may have fewer rows than its limit although more follow. */
        readonly BookingList: {
            readonly data: readonly components["schemas"]["ListedBooking"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description The party by kinds of people, as sent. Absent if the caller sent a party_size only. */
        readonly BookingParty: readonly components["schemas"]["BookingPartyUnit"][];
        /** @description The number of people of one kind, as sent. */
        readonly BookingPartyUnit: {
            /**
             * Format: int32
             * @description The number of people of this kind.
             * @example 2
             */
            readonly quantity: number;
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            readonly unit: components["schemas"]["UnitName"];
        };
        /** @description The payment that the card service collects. Absent if the venue takes the payment itself. */
        readonly BookingPayment: {
            /** @description The amount to take, which is the booking's price at its creation. */
            readonly amount: components["schemas"]["Amount"];
            /** @description What was taken, if it is less than the amount, for example because a part was captured by hand. Absent otherwise. */
            readonly amount_captured?: components["schemas"]["Amount"];
            /** @description The part of the amount that was returned. */
            readonly amount_refunded: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
            /** @description The card service's own reference to the payment, to find it there. */
            readonly reference: components["schemas"]["PaymentReference"];
            /** @description The time by which refund_due is decided. Until then the provider can state what a cancel of a confirmed booking returns. Then the cancellation policy decides. Absent for any other booking. */
            readonly refund_decided_by?: components["schemas"]["Instant"];
            /** @description The sum of the refunds that the end of the booking owes. amount_refunded reaches it once the card service has returned it. Absent before it is decided, and if nothing was taken. */
            readonly refund_due?: components["schemas"]["Amount"];
            /** @description The sum of the refunds that the operator asked for. amount_refunded reaches it once the card service has returned it. Absent if the operator asked for none. */
            readonly refund_requested?: components["schemas"]["Amount"];
            /** @description The time at which the card service had returned what the end of the booking owed. Absent before that, and if nothing of the amount was kept. */
            readonly settled_at?: components["schemas"]["Instant"];
            /** @description The status of the payment. voided and refunded are final. Tolerate unknown statuses. */
            readonly status: components["schemas"]["PaymentStatus"];
        };
        /** @description The price of the booking in total, as the provider stated it when the booking was created. A modification may set a new one. Absent if the provider stated none. */
        readonly BookingPrice: {
            /** @description An amount of money in the minor unit of its currency, such as cents. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
        };
        /** @description The work at the provider that a booking waits for. */
        readonly BookingRun: {
            readonly attempts: number;
            /** @description The failures in a row. */
            readonly failures: number;
            /** @description True if a worker has the run, so that its provider is being called. */
            readonly in_progress: boolean;
            /** @description A time in UTC with milliseconds. */
            readonly next_attempt_at: components["schemas"]["Time"];
            /**
             * @description Why the booking waits. failing: the last call failed. pending: the provider has not decided yet. null: neither.
             * @enum {string|null}
             */
            readonly reason: "failing" | "pending" | null;
            /**
             * Format: date-time
             * @description The time since when the provider has kept failing or been pending; null if it has not.
             */
            readonly since: string | null;
            /** @description True if the reason has lasted for at least 10 minutes. */
            readonly stuck: boolean;
            /**
             * @description booking: the provider takes the booking one step further, or reports whether it still holds it. modification: it changes the booking. release: it cancels a booking that has ended. payment: the card service ends a page or a hold, or returns money.
             * @enum {string}
             */
            readonly work: "booking" | "modification" | "release" | "payment";
        };
        /** @description A booking with its work at the provider. */
        readonly BookingState: {
            /** @description A booking, without its guest and the data of its caller. */
            readonly booking: components["schemas"]["ListedBooking"];
            /**
             * @description Always `booking_state`.
             * @constant
             */
            readonly object: "booking_state";
            /** @description Null if the booking waits for nothing at its provider. */
            readonly run: components["schemas"]["BookingRun"] | null;
        };
        /**
         * @description The status of a booking.
         * @enum {string}
         */
        readonly BookingStatus: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
        /** @description The story of a booking, oldest first. */
        readonly BookingTimeline: {
            /** @description A booking, without its guest and the data of its caller. */
            readonly booking: components["schemas"]["ListedBooking"];
            readonly data: readonly components["schemas"]["TimelineEntry"][];
            /** @description The calls between the first and the others that are no longer stored. */
            readonly dropped_calls: number;
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `booking_timeline`.
             * @constant
             */
            readonly object: "booking_timeline";
            /** @description Events from before this time are no longer stored, with their deliveries and attempts, except those with a pending delivery. Neither are the calls of a booking whose last one is older. Requests are stored for 7 days by default. */
            readonly removed_before: components["schemas"]["Time"];
        };
        /** @description A failed call of a provider, without data of guests. */
        readonly CallError: {
            /** @description A time in UTC with milliseconds. */
            readonly at: components["schemas"]["Time"];
            readonly message: string;
        };
        /** @description The caller of a request. */
        readonly CallerView: {
            /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
            readonly actor: components["schemas"]["Actor"];
            /**
             * @description Always `caller`.
             * @constant
             */
            readonly object: "caller";
            /** @description The organization of a member; null for a role of all organizations. */
            readonly organization_id: string | null;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            readonly role: components["schemas"]["Role"];
        };
        /** @description What a cancel of the booking returns, as the provider states it. */
        readonly CancellationPolicy: {
            /** @description Until this time, a cancel returns the whole price. */
            readonly free_until: components["schemas"]["Instant"];
            /**
             * Format: int32
             * @description The part of the price that a later cancel returns, in percent.
             * @example 50
             */
            readonly late_refund_percent: number;
            /**
             * Format: int32
             * @description The part of the price that the cancel of this booking returns by its policy, in percent. The provider may state another one when it releases the booking; payment.amount_refunded is what was returned. Only of a booking that its caller cancelled after it was confirmed.
             * @example 50
             */
            readonly refund_percent?: number;
        };
        /** @description The new role of a member. */
        readonly ChangeMemberRole: {
            /** @description The role of a member in its organization. Each role may do everything that the ones before it may do. */
            readonly role: components["schemas"]["MemberRole"];
        };
        /** @description The new role of a member of the operator. */
        readonly ChangeOperatorMemberRole: {
            /** @description The role of a member of the operator, in all organizations. */
            readonly role: components["schemas"]["OperatorRole"];
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
        /** @description A number of attempts or deliveries. */
        readonly Count: number;
        /** @description A new access token. */
        readonly CreateAccessToken: {
            /** @description The days until it expires. Default, it does not expire. */
            readonly expires_in_days?: number;
            /** @description The name of its holder, which the audit log shows. */
            readonly name: components["schemas"]["TokenName"];
            /** @description The organization of a viewer, developer or admin. Every other role has none. */
            readonly organization_id?: string;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            readonly role: components["schemas"]["Role"];
        };
        /** @description A new API key. Without `scopes` it has every scope. */
        readonly CreateApiKey: {
            /** @description The mode of an API key. */
            readonly mode: components["schemas"]["KeyMode"];
            /** @description Its name, for people. Default, Test key or Live key. */
            readonly name?: components["schemas"]["KeyName"];
            /** @description A permission of an API key. The scopes are those of the public contract. */
            readonly scopes?: components["schemas"]["Scopes"];
        };
        /** @description A new access token. It is shown once, because only its digest is stored. */
        readonly CreatedAccessToken: {
            /** @description An access token, without the token itself. */
            readonly access_token: components["schemas"]["AccessToken"];
            /**
             * @description Always `created_access_token`.
             * @constant
             */
            readonly object: "created_access_token";
            /** @description The token for the Authorization header. */
            readonly token: string;
        };
        /** @description A new API key. It is shown once, because only its digest is stored. */
        readonly CreatedApiKey: {
            /** @description An API key, without the key itself. */
            readonly api_key: components["schemas"]["ApiKey"];
            /** @description The key for the Authorization header. */
            readonly key: string;
            /**
             * @description Always `created_api_key`.
             * @constant
             */
            readonly object: "created_api_key";
        };
        /** @description A new sign-in link for one person. */
        readonly CreateDashboardLink: {
            /** @description The name of the person, which the audit log shows. Default, none. */
            readonly name?: string;
            /** @description The organization of a viewer, developer or admin. Support and operators have none. */
            readonly organization_id?: string;
            /** @description The role of a person in the dashboard. */
            readonly role: components["schemas"]["DashboardRole"];
        };
        /** @description A new sign-in link. It is shown once, because only the digest of its token is stored. */
        readonly CreatedDashboardLink: {
            /**
             * @description Always `created_dashboard_link`.
             * @constant
             */
            readonly object: "created_dashboard_link";
            /** @description The access of one person to the dashboard. It begins as a sign-in link. When the person uses the link, it becomes a session. */
            readonly session: components["schemas"]["DashboardSession"];
            /** @description The link. It works once and for 15 minutes. The token is in the fragment, which browsers do not send to servers. */
            readonly url: string;
        };
        /** @description A new organization with its signing secret. */
        readonly CreatedOrganization: {
            /**
             * @description Always `created_organization`.
             * @constant
             */
            readonly object: "created_organization";
            /** @description An organization with its limits. */
            readonly organization: components["schemas"]["Organization"];
            /** @description The secret that signs its webhooks. */
            readonly signing_secret: string;
        };
        /** @description The settings of a new organization. */
        readonly CreateOrganization: {
            /** @description The name of the cell that stores it, if the service has several databases. Default: the one with the most room. */
            readonly cell?: string;
            /** @description The name of the organization. */
            readonly name: components["schemas"]["OrganizationName"];
            /** @description Metered requests in a window of 5 minutes. */
            readonly rate_limit?: components["schemas"]["RateLimit"];
            /** @description Confirmed test bookings. */
            readonly test_allowance?: components["schemas"]["TestAllowance"];
            /** @description The URL that receives its webhooks. Default null, no webhooks. */
            readonly webhook_url?: string | null;
        };
        /**
         * @description The code of the currency in ISO 4217.
         * @example EUR
         */
        readonly Currency: string;
        /** @description The name of the person, which the audit log shows; null without one. */
        readonly DashboardName: string | null;
        /**
         * @description The role of a person in the dashboard.
         * @enum {string}
         */
        readonly DashboardRole: "viewer" | "developer" | "admin" | "support" | "operator";
        /** @description The access of one person to the dashboard. It begins as a sign-in link. When the person uses the link, it becomes a session. */
        readonly DashboardSession: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description The time at which the link or the session ends, 15 minutes after its creation or 7 days after the sign-in.
             */
            readonly expires: string;
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of the last request, to the minute; null before the first.
             */
            readonly last_used: string | null;
            /** @description The name of the person, which the audit log shows; null without one. */
            readonly name: components["schemas"]["DashboardName"];
            /**
             * @description Always `dashboard_session`.
             * @constant
             */
            readonly object: "dashboard_session";
            /** @description The organization of a viewer, developer or admin; null for support and operators. */
            readonly organization_id: string | null;
            /** @description The role of a person in the dashboard. */
            readonly role: components["schemas"]["DashboardRole"];
            /**
             * Format: date-time
             * @description The time at which the link was used; null before.
             */
            readonly signed_in: string | null;
            /**
             * @description `link` until the link is used, then `active`. `expired` from the time in `expires`, and after 12 hours without a request.
             * @enum {string}
             */
            readonly state: "link" | "active" | "expired";
        };
        /** @description Sign-in links and sessions, newest first. */
        readonly DashboardSessionList: {
            readonly data: readonly components["schemas"]["DashboardSession"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /** @description A database with its migration and its queues. */
        readonly DatabaseHealth: {
            /** @description The name of the cell; null if the service has one database. */
            readonly cell: string | null;
            /** @description Why the database cannot be used; null if it responds, accepts writes and has the migration of this program. */
            readonly fault: string | null;
            /** @description The number of the migration of the database, and of the newest one of this program; null if the database does not respond. */
            readonly migration: {
                readonly database: number;
                readonly program: number;
            } | null;
            /** @description The queue of each kind of work; null if the database does not respond. */
            readonly queues: readonly components["schemas"]["QueueHealth"][] | null;
        };
        /** @description A webhook delivery with its attempts. */
        readonly Delivery: {
            /** @description The newest attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["Attempt"][];
            /** @description An id. */
            readonly booking_id: components["schemas"]["Id"];
            /** @description The time of the event. */
            readonly created: components["schemas"]["Time"];
            /** @description The value of `before_attempt` that returns earlier attempts; null if there are none. */
            readonly earlier_attempts_before: number | null;
            /** @description An id. */
            readonly event_id: components["schemas"]["Id"];
            /** @description The type of an event. Tolerate unknown types. */
            readonly event_type: components["schemas"]["EventType"];
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
            /** @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails. */
            readonly state: components["schemas"]["DeliveryState"];
            /** @description The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response. */
            readonly status_class: components["schemas"]["StatusClass"];
        };
        /** @description The number of deliveries that match. */
        readonly DeliveryCount: {
            /** @description The number of deliveries. It ends at a limit, which means that many or more. */
            readonly deliveries: components["schemas"]["Count"];
            /**
             * @description Always `delivery_count`.
             * @constant
             */
            readonly object: "delivery_count";
        };
        /** @description The attempts that began in a part of the time, and what they ended with. */
        readonly DeliveryCounts: {
            /** @description The deliveries that were abandoned. A resend does not change the count. */
            readonly abandoned: components["schemas"]["Count"];
            /** @description A time in UTC with milliseconds. */
            readonly before: components["schemas"]["Time"];
            /** @description The attempts that failed, also those of deliveries that are still pending. */
            readonly failed: components["schemas"]["Count"];
            /** @description A time in UTC with milliseconds. */
            readonly from: components["schemas"]["Time"];
            /** @description The mean time until a response, in milliseconds. Null without a response. */
            readonly mean_ms: number | null;
            /** @description The longest time until a response, in milliseconds. Null without a response. */
            readonly slowest_ms: number | null;
            /** @description The attempts by their outcome. The names are those of status_class. */
            readonly status_classes: {
                /** @description A number of attempts or deliveries. */
                readonly "2xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                readonly "3xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                readonly "4xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                readonly "5xx": components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                readonly no_response: components["schemas"]["Count"];
                /** @description A number of attempts or deliveries. */
                readonly other: components["schemas"]["Count"];
            };
            /** @description The attempts that succeeded. Each one ended its delivery. */
            readonly succeeded: components["schemas"]["Count"];
        };
        /** @description Deliveries, newest first. A page may have fewer rows than its limit although more follow. */
        readonly DeliveryList: {
            readonly data: readonly components["schemas"]["ListedDelivery"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description Events from before this time are no longer stored, with their deliveries and attempts, except those with a pending delivery. */
            readonly removed_before: components["schemas"]["Time"];
        };
        /**
         * @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails.
         * @enum {string}
         */
        readonly DeliveryState: "pending" | "succeeded" | "abandoned";
        /** @description The attempts of an organization over time, oldest first. */
        readonly DeliveryStatistics: {
            readonly data: readonly components["schemas"]["DeliveryCounts"][];
            /**
             * Format: date-time
             * @description The time of the first failed attempt since the last success. Null if the last attempt succeeded.
             */
            readonly failing_since: string | null;
            /**
             * @description Always `delivery_statistics`.
             * @constant
             */
            readonly object: "delivery_statistics";
            /** @description Events from before this time are no longer stored, with their deliveries and attempts, except those with a pending delivery. */
            readonly removed_before: components["schemas"]["Time"];
        };
        /**
         * @description The type of an event. Tolerate unknown types.
         * @enum {string}
         */
        readonly EventType: "booking.created" | "booking.requires_action" | "booking.processing" | "booking.confirmed" | "booking.failed" | "booking.cancelled" | "booking.modified";
        /** @description A request that the service failed, and the organization that sent it. */
        readonly FailedRequest: {
            /**
             * @description Always `failed_request`.
             * @constant
             */
            readonly object: "failed_request";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description A request that an organization sent, without its values. */
            readonly request: components["schemas"]["RequestEntry"];
        };
        /** @description A page of failed requests, newest first. */
        readonly FailedRequestList: {
            readonly data: readonly components["schemas"]["FailedRequest"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
        readonly Fault: {
            /** @enum {string} */
            readonly behavior: "normal" | "slow" | "failing" | "unavailable";
            /** @description The delay of a slow system, in seconds. The default is 5. The others ignore it. */
            readonly delay_seconds?: number;
        };
        /** @description The current faults of the sandbox. A restart removes them. */
        readonly Faults: {
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            readonly endpoint: components["schemas"]["Fault"];
            /**
             * @description Always `faults`.
             * @constant
             */
            readonly object: "faults";
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            readonly provider: components["schemas"]["Fault"];
        };
        /**
         * @description The state of a delivery that is over.
         * @enum {string}
         */
        readonly FinishedState: "succeeded" | "abandoned";
        /** @description The response of an issuer. */
        readonly FinishIssuerSignIn: {
            /** @description The query of the address to which the issuer sent the browser, without the question mark. */
            readonly response: string;
        };
        /** @description The newest bookings with a name, newest first. */
        readonly FoundBookings: {
            readonly data: readonly components["schemas"]["ListedBooking"][];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description The state of a payment at the card service. */
        readonly FoundPayment: {
            /**
             * Format: int64
             * @description The sum of all refunds, in the minor unit of the currency; null unless captured.
             */
            readonly amount_refunded: number | null;
            /**
             * @description The status. A refund does not change captured.
             * @enum {string}
             */
            readonly status: "requires_approval" | "authorized" | "captured" | "voided" | "unknown";
        };
        /** @description A part of the bookings of a guest. The search reads a bounded number of bookings, so a page may be empty, although bookings follow. */
        readonly GuestBookings: {
            readonly data: readonly components["schemas"]["ListedBooking"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description The contact of a guest, and where the search continues. */
        readonly GuestSearch: {
            /** @description An e-mail address, or a phone number in E.164 form. */
            readonly contact: string;
            /** @description next_cursor of the page before. */
            readonly cursor?: components["schemas"]["Id"];
        };
        /** @description An HTTP status. */
        readonly HttpStatus: number;
        /** @description An id. */
        readonly Id: string;
        /**
         * Format: date-time
         * @description An RFC 3339 instant in UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        readonly Instant: string;
        /** @description A member with a new link for the first sign-in. */
        readonly InvitedMember: {
            /** @description A time in UTC with milliseconds. */
            readonly expires: components["schemas"]["Time"];
            /** @description A person of an organization or of the operator, who signs in to the dashboard with links that come by email. */
            readonly member: components["schemas"]["Member"];
            /**
             * @description Always `invited_member`.
             * @constant
             */
            readonly object: "invited_member";
            /** @description The link to hand to the person, if the service sends no mail. It is shown once, because only the digest of its token is stored. null: the link was sent by email. */
            readonly url: string | null;
        };
        /** @description The person to invite. */
        readonly InviteMember: {
            /** @description The email address of the person, in lower case. The audit log names the person by it. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test. */
            readonly email: components["schemas"]["MemberEmail"];
            /** @description The role of a member in its organization. Each role may do everything that the ones before it may do. */
            readonly role: components["schemas"]["MemberRole"];
        };
        /** @description The person of the operator to invite. */
        readonly InviteOperatorMember: {
            /** @description The email address of the person, in lower case. The audit log names the person by it. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test. */
            readonly email: components["schemas"]["MemberEmail"];
            /** @description The role of a member of the operator, in all organizations. */
            readonly role: components["schemas"]["OperatorRole"];
        };
        /** @description The name of an issuer, as the file of the service has it. */
        readonly IssuerName: string;
        /** @description The begin of a sign-in at an issuer. */
        readonly IssuerSignIn: {
            /**
             * @description Always `issuer_sign_in`.
             * @constant
             */
            readonly object: "issuer_sign_in";
            /** @description The page of the issuer to open in the same browser. */
            readonly url: string;
        };
        /**
         * @description The mode of an API key.
         * @enum {string}
         */
        readonly KeyMode: "test" | "live";
        /**
         * @description The name of an API key, for people.
         * @example Website
         */
        readonly KeyName: string;
        /**
         * @description The type of an event.
         * @enum {string}
         */
        readonly KnownEventType: "booking.created" | "booking.requires_action" | "booking.processing" | "booking.confirmed" | "booking.failed" | "booking.cancelled" | "booking.modified";
        /** @description One attempt of a delivery, without what was sent and received. Either status or error is its outcome. */
        readonly ListedAttempt: {
            /** @description The number of the attempt, from 1. */
            readonly attempt: number;
            /** @description The cause of the error. Tolerate unknown causes. Null if there was a response, and for attempts of versions that did not store it. */
            readonly cause: components["schemas"]["AttemptCause"];
            /** @description The duration of the attempt, in milliseconds. */
            readonly duration_ms: number;
            /** @description The reason why there was no response. */
            readonly error: components["schemas"]["AttemptError"];
            /** @description A time in UTC with milliseconds. */
            readonly started: components["schemas"]["Time"];
            /** @description The HTTP status of the endpoint's response. */
            readonly status: number | null;
        };
        /** @description A booking, without its guest and the data of its caller. */
        readonly ListedBooking: {
            /** @description What a cancel returns; null if its provider stated no policy. */
            readonly cancellation: components["schemas"]["CancellationPolicy"] | null;
            readonly confirmation_code: string | null;
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /** @description The number of its tickets and vouchers. Only its caller reads them, because they are personal data. */
            readonly document_count: number;
            readonly error_code: string | null;
            readonly error_message: string | null;
            /**
             * Format: date-time
             * @description The time at which the booking expires; null unless its status is requires_action.
             */
            readonly expires_at: string | null;
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            readonly livemode: boolean;
            /**
             * @description Always `booking`.
             * @constant
             */
            readonly object: "booking";
            /** @description The party by kinds of people; null if its caller sent a party_size only. */
            readonly party: components["schemas"]["BookingParty"] | null;
            readonly party_size: number;
            /** @description The payment that the card service collects; null if it collects none. */
            readonly payment: components["schemas"]["BookingPayment"] | null;
            /** @description The price of the booking in total; null if its provider stated none. */
            readonly price: components["schemas"]["BookingPrice"] | null;
            readonly provider: string;
            readonly slot_id: string;
            /**
             * Format: date-time
             * @description The start of the slot; null if its provider stated none.
             */
            readonly starts_at: string | null;
            /** @description The status of a booking. */
            readonly status: components["schemas"]["BookingStatus"];
            /** @description A time in UTC with milliseconds. */
            readonly updated: components["schemas"]["Time"];
            readonly venue_id: string;
        };
        /** @description A webhook delivery in a list. */
        readonly ListedDelivery: {
            /** @description An id. */
            readonly booking_id: components["schemas"]["Id"];
            /** @description The time of the event. */
            readonly created: components["schemas"]["Time"];
            /** @description An id. */
            readonly event_id: components["schemas"]["Id"];
            /** @description The type of an event. Tolerate unknown types. */
            readonly event_type: components["schemas"]["EventType"];
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /** @description The last recorded attempt; null if there is none. */
            readonly last_attempt: components["schemas"]["ListedAttempt"] | null;
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
            /** @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails. */
            readonly state: components["schemas"]["DeliveryState"];
            /** @description The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response. */
            readonly status_class: components["schemas"]["StatusClass"];
        };
        /**
         * @description The status of a payment.
         * @enum {string}
         */
        readonly ListedPaymentStatus: "requires_approval" | "authorized" | "captured" | "voided" | "refunded" | "unknown";
        /** @description The process is live. */
        readonly Liveness: {
            /** @description Always true. A process that is not live does not respond. */
            readonly live: boolean;
            /**
             * @description Always `liveness`.
             * @constant
             */
            readonly object: "liveness";
        };
        /** @description An organization whose requests have a special outcome. Its keys are public. */
        readonly MagicOrganization: {
            readonly live_key: string;
            /** @description The outcome. */
            readonly meaning: string;
            readonly name: string;
            readonly test_key: string;
        };
        /** @description A query of the venue search that is refused. */
        readonly MagicQuery: {
            /** @description The code of the refusal. */
            readonly error_code: string;
            readonly query: string;
        };
        /** @description The values that select an outcome in the sandbox. */
        readonly MagicValues: {
            /** @description The code that every confirmation and session accepts. Every other code is wrong. */
            readonly code: string;
            /** @description The card of a session with this destination is no longer linked. */
            readonly dropped_destination: string;
            /**
             * @description Always `magic_values`.
             * @constant
             */
            readonly object: "magic_values";
            readonly organizations: readonly components["schemas"]["MagicOrganization"][];
            readonly search_queries: readonly components["schemas"]["MagicQuery"][];
            readonly venues: readonly components["schemas"]["MagicVenue"][];
        };
        /** @description A venue whose bookings have a special outcome. */
        readonly MagicVenue: {
            readonly city: string;
            readonly country: string;
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /** @description The outcome. */
            readonly meaning: string;
            readonly name: string;
        };
        /** @description A person of an organization or of the operator, who signs in to the dashboard with links that come by email. */
        readonly Member: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /** @description The email address of the person, in lower case. The audit log names the person by it. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test. */
            readonly email: components["schemas"]["MemberEmail"];
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * @description Always `member`.
             * @constant
             */
            readonly object: "member";
            /** @description The organization; null for a member of the operator. */
            readonly organization_id: string | null;
            /** @description The role of a person in the dashboard. */
            readonly role: components["schemas"]["DashboardRole"];
            /**
             * Format: date-time
             * @description The time of the last sign-in; null before the first.
             */
            readonly signed_in: string | null;
        };
        /**
         * Format: email
         * @description The email address of the person, in lower case. The audit log names the person by it. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.
         */
        readonly MemberEmail: string;
        /** @description Members, newest first. */
        readonly MemberList: {
            readonly data: readonly components["schemas"]["Member"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /**
         * @description The role of a member in its organization. Each role may do everything that the ones before it may do.
         * @enum {string}
         */
        readonly MemberRole: "viewer" | "developer" | "admin";
        /** @description The cursor of the next page; null on the last page. */
        readonly NextCursor: string | null;
        /** @description One reason why the service is not ready. */
        readonly NotReady: {
            /** @enum {string} */
            readonly check: "database" | "migration" | "server" | "worker";
            readonly message: string;
        };
        /**
         * @description The role of a member of the operator, in all organizations.
         * @enum {string}
         */
        readonly OperatorRole: "support" | "operator";
        /** @description An organization with its limits. */
        readonly Organization: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /** @description The name of the organization. */
            readonly name: components["schemas"]["OrganizationName"];
            /**
             * @description Always `organization`.
             * @constant
             */
            readonly object: "organization";
            /** @description Metered requests in a window of 5 minutes. */
            readonly rate_limit: components["schemas"]["RateLimit"];
            /** @description Requests of an active organization are served. Those of a suspended one are refused with org_suspended. */
            readonly standing: components["schemas"]["Standing"];
            /** @description Confirmed test bookings. */
            readonly test_allowance: components["schemas"]["TestAllowance"];
            /** @description The number of its confirmed test bookings. */
            readonly test_confirmed: number;
            /** @description The URL that receives its webhooks; null without webhooks. */
            readonly webhook_url: string | null;
        };
        /** @description Organizations, newest first. */
        readonly OrganizationList: {
            readonly data: readonly components["schemas"]["Organization"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /**
         * @description The name of the organization.
         * @example Harbour Group
         */
        readonly OrganizationName: string;
        /** @description The sessions of one person, newest first. */
        readonly OwnSessions: {
            readonly data: readonly components["schemas"]["DashboardSession"][];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description A payment that differs from the stored one, or could not be read. */
        readonly PaymentDifference: {
            /** @description An id. */
            readonly booking_id: components["schemas"]["Id"];
            /**
             * @description charged_without_booking: the booking ended, and the card service has its money. open_without_booking: the booking ended, and its payment is held or can still be approved. booked_without_charge: the booking is confirmed, and nothing was taken. refund_missing: less is refunded than is stored or owed. refunded_more: more is refunded than is stored and owed, for example twice. amount_differs: the payment has another amount or currency. unknown_reference: the card service does not have the payment. record_differs: only what is stored is out of date. not_read: the payment could not be compared.
             * @enum {string}
             */
            readonly difference: "charged_without_booking" | "open_without_booking" | "booked_without_charge" | "refund_missing" | "refunded_more" | "amount_differs" | "unknown_reference" | "record_differs" | "not_read";
            /** @description The state of the payment at the card service; null if it did not state one. */
            readonly found: components["schemas"]["FoundPayment"] | null;
            /**
             * Format: date-time
             * @description The time at which a run of the booking is due; null if there is none. It is already at work or comes by itself.
             */
            readonly next_attempt_at: string | null;
            /**
             * @description Always `payment_difference`.
             * @constant
             */
            readonly object: "payment_difference";
            /** @description The payment as it is stored, before a repair. */
            readonly payment: components["schemas"]["BookingPayment"];
            /** @description The difference in words, or why the payment could not be compared. */
            readonly reason: string;
            /**
             * @description What a repair does. run: a run of the booking voids or returns what is owed. record: what the card service states is stored, and nothing is owed. by_hand: the service cannot repair it. none: it is not known whether a repair is needed.
             * @enum {string}
             */
            readonly repair: "run" | "record" | "by_hand" | "none";
            /** @description True if this request changed the booking. */
            readonly repaired: boolean;
            /** @description The status of a booking. */
            readonly status: components["schemas"]["BookingStatus"];
        };
        /** @description The differences of one page of payments, newest booking first. */
        readonly PaymentDifferenceList: {
            readonly data: readonly components["schemas"]["PaymentDifference"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The number of payments that were read at the card service, or should have been. */
            readonly read: number;
        };
        /**
         * @description The card service's own reference to the payment, to find it there.
         * @example cs_test_a1b2c3d4
         */
        readonly PaymentReference: string;
        /**
         * @description The status of the payment. voided and refunded are final. Tolerate unknown statuses.
         * @example captured
         * @enum {string}
         */
        readonly PaymentStatus: "requires_approval" | "authorized" | "captured" | "voided" | "refunded" | "unknown";
        /** @description A personal value of a guest, and where it is stored. */
        readonly PersonalValue: {
            /** @description The path of the field, such as guest.email. Of a response, the number of the attempt. */
            readonly field: string;
            /** @description The id of the booking, of the event, or of the delivery. */
            readonly id: components["schemas"]["Id"];
            /**
             * @description booking: the booking itself. event: the body of a webhook. response: the first bytes of a receiver's response, which may repeat personal data.
             * @enum {string}
             */
            readonly source: "booking" | "event" | "response";
            /** @description The value. JSON text, if it is not a text. */
            readonly value: string;
        };
        /** @description The next signing secret. It signs nothing before it is activated. */
        readonly PreparedSecret: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /**
             * @description Always `prepared_secret`.
             * @constant
             */
            readonly object: "prepared_secret";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description A signing secret. It signs with its whole text. */
            readonly signing_secret: components["schemas"]["SigningSecret"];
        };
        /** @description The providers, in the order of the settings. */
        readonly ProviderList: {
            readonly data: readonly components["schemas"]["ProviderState"][];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description A provider as the service sees it now, for calls of one mode. */
        readonly ProviderState: {
            readonly calls_in_progress: number;
            /** @description The state of each kind of call, because each can fail on its own. */
            readonly kinds: readonly {
                /**
                 * @description The kind of call.
                 * @enum {string}
                 */
                readonly call: "searchVenues" | "searchAvailability" | "checkRequest" | "book" | "modify" | "checkHold" | "readBooking" | "release";
                /**
                 * @description For everybody. closed: these calls work. open: those of several organizations failed several times in a row, and none is made for a while. half_open: the provider responds again, and few calls are let through to see whether these work.
                 * @enum {string}
                 */
                readonly circuit: "closed" | "open" | "half_open";
                /** @description The latest failure of these calls, without data of guests; null if none failed since the start of the process. */
                readonly last_error: components["schemas"]["CallError"] | null;
                /**
                 * Format: date-time
                 * @description Since when the circuit has not been closed; null if it is closed.
                 */
                readonly open_since: string | null;
                /** @description The number of organizations for which these calls are paused, each because its own calls keep failing. */
                readonly paused_organizations: number;
            }[];
            /** @description The mode of an API key. */
            readonly mode: components["schemas"]["KeyMode"];
            readonly name: string;
        };
        /** @description The work of one kind that a database has. */
        readonly QueueHealth: {
            /** @description The work that is due, with the work under way. The count ends at 1000, which means that many or more. */
            readonly due: number;
            /** @description Stuck work whose provider keeps failing. With pending, the count ends at 1000. Deliveries are never stuck. */
            readonly failing: number;
            /**
             * @description runs: work on bookings and payments. deliveries: webhooks.
             * @enum {string}
             */
            readonly kind: "runs" | "deliveries";
            /**
             * Format: date-time
             * @description Since when the oldest work has been due or held up; null without such work.
             */
            readonly oldest_at: string | null;
            /** @description Stuck work whose provider has not decided. */
            readonly pending: number;
        };
        /** @description Metered requests in a window of 5 minutes. */
        readonly RateLimit: number;
        /** @description The current window of the rate limit. */
        readonly RateUsage: {
            /** @description Metered requests in a window of 5 minutes. */
            readonly limit: components["schemas"]["RateLimit"];
            /** @description The metered requests that the window still allows. */
            readonly remaining: number;
            /**
             * Format: date-time
             * @description The end of the window.
             */
            readonly resets: string;
            /** @description The metered requests of the window that were not refused for the limit. */
            readonly used: number;
            /** @description A time in UTC with milliseconds. */
            readonly window_start: components["schemas"]["Time"];
        };
        /** @description The readiness of the service, with the reasons against it, or against one of its databases. */
        readonly Readiness: {
            readonly not_ready: readonly components["schemas"]["NotReady"][];
            /**
             * @description Always `readiness`.
             * @constant
             */
            readonly object: "readiness";
            readonly ready: boolean;
        };
        /** @description The verdict of the receiver on the signature of a webhook. */
        readonly ReceivedSignature: {
            /** @description The fix; null if it is verified. */
            readonly hint: string | null;
            /** @description Why the webhook was refused; null if it is verified. */
            readonly reason: string | null;
            /** @description True if the webhook is genuine and recent. */
            readonly verified: boolean;
        };
        /** @description One webhook, as the sandbox's receiver got it. */
        readonly ReceivedWebhook: {
            /** @description The body, cut off after 16384 characters. */
            readonly body: string;
            /** @description True if the body was longer. */
            readonly body_truncated: boolean;
            /** @description The booking of the event; null if the webhook was refused. */
            readonly booking_id: string | null;
            /** @description The id of the event; null if the webhook was refused. */
            readonly event_id: string | null;
            /** @description The type of the event; null if the webhook was refused. */
            readonly event_type: string | null;
            /** @description The request headers, in lower case. Long values are cut off, and the list ends after 30 headers. */
            readonly headers: {
                readonly [key: string]: string;
            };
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * @description Always `received_webhook`.
             * @constant
             */
            readonly object: "received_webhook";
            /** @description A time in UTC with milliseconds. */
            readonly received: components["schemas"]["Time"];
            /** @description True if an event with this id was received before. Deliveries can repeat. */
            readonly repeated: boolean;
            /** @description The verdict of the receiver on the signature of a webhook. */
            readonly signature: components["schemas"]["ReceivedSignature"];
        };
        /** @description Received webhooks, newest first. */
        readonly ReceivedWebhookList: {
            readonly data: readonly components["schemas"]["ReceivedWebhook"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description The payments to compare, and whether to repair. */
        readonly ReconcilePayments: {
            /** @description Only bookings created before this time. */
            readonly created_before?: components["schemas"]["TimeFilter"];
            /** @description Only bookings created from this time. */
            readonly created_from?: components["schemas"]["TimeFilter"];
            /** @description The `next_cursor` of the request before. Omit it in the first request. */
            readonly cursor?: components["schemas"]["Id"];
            /** @description The maximum of payments to read. The default is 20. */
            readonly limit?: number;
            /** @description Stores what the card service states, and makes the run due that is owed. */
            readonly repair?: boolean;
        };
        /** @description The refund of a payment. */
        readonly RefundPayment: {
            /**
             * Format: int64
             * @description The sum of all refunds of the payment, in the minor unit of its currency. At most the amount.
             */
            readonly amount_refunded: number;
        };
        /** @description The new name of an API key. */
        readonly RenameApiKey: {
            /** @description The name of an API key, for people. */
            readonly name: components["schemas"]["KeyName"];
        };
        /** @description The requests of one hour, one API key or one operation. */
        readonly RequestCount: {
            /** @description The requests with a status from 400 to 499, with those over the rate limit. */
            readonly client_errors: components["schemas"]["Count"];
            /** @description The date and the hour in UTC, the id of the API key, or the operation. */
            readonly name: string;
            /** @description The requests with the status 429. */
            readonly rate_limited: components["schemas"]["Count"];
            /** @description A number of attempts or deliveries. */
            readonly requests: components["schemas"]["Count"];
            /** @description The requests with a status of 500 or more. */
            readonly server_errors: components["schemas"]["Count"];
        };
        /** @description Counts of requests, in the order of their names. */
        readonly RequestCountList: {
            readonly data: readonly components["schemas"]["RequestCount"][];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description A request that an organization sent, without its values. */
        readonly RequestEntry: {
            /** @description The booking that the request created, read or changed; null if there is none. */
            readonly booking_id: string | null;
            /** @description The time at which the request arrived. */
            readonly created: components["schemas"]["Time"];
            /** @description The code of the refusal; null if the request was not refused. */
            readonly error_code: string | null;
            /** @description The Request-Id of its response. */
            readonly id: string;
            readonly idempotency_key: string | null;
            /** @description An id. */
            readonly key_id: components["schemas"]["Id"];
            readonly latency_ms: number;
            readonly livemode: boolean;
            readonly method: string;
            /**
             * @description Always `request`.
             * @constant
             */
            readonly object: "request";
            readonly operation: string;
            /** @description The path as the public contract writes it, with the names of its parameters instead of their values. */
            readonly path: string;
            /** @description The status of the response. Null if the connection was closed before the response. */
            readonly status: number | null;
        };
        /** @description Requests, newest first. With a filter, a page may have fewer rows than its limit although more follow. */
        readonly RequestList: {
            readonly data: readonly components["schemas"]["RequestEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
        };
        /** @description The email address to which a sign-in link is sent, if it is that of a member. */
        readonly RequestSignInLink: {
            /** @description The email address of the person, in lower case. The audit log names the person by it. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test. */
            readonly email: components["schemas"]["MemberEmail"];
        };
        /** @description Which deliveries to resend. */
        readonly ResendSelection: {
            /** @description Only deliveries of events from before this time. */
            readonly created_before?: components["schemas"]["TimeFilter"];
            /** @description Only deliveries of events from this time. */
            readonly created_from: components["schemas"]["TimeFilter"];
            /** @description The `next_cursor` of the request before. Omit it in the first request. */
            readonly cursor?: components["schemas"]["Id"];
            /** @description Only deliveries of events of this type. */
            readonly event_type?: components["schemas"]["KnownEventType"];
            /** @description Only deliveries in this state. The default is abandoned. */
            readonly state?: components["schemas"]["FinishedState"];
            /** @description Only deliveries whose last recorded attempt had this outcome. */
            readonly status_class?: components["schemas"]["StatusClass"];
        };
        /** @description The number of deliveries that were resent. */
        readonly ResentDeliveries: {
            /** @description Repeat the request with this cursor to resend more; null if all are resent. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `resent_deliveries`.
             * @constant
             */
            readonly object: "resent_deliveries";
            /** @description The number of deliveries that this request made pending. */
            readonly resent: number;
        };
        /**
         * @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations.
         * @enum {string}
         */
        readonly Role: "viewer" | "developer" | "admin" | "monitoring" | "support" | "operator";
        /** @description A permission of an API key. The scopes are those of the public contract. */
        readonly Scopes: readonly ("venues:read" | "availability:read" | "bookings:read" | "bookings:write" | "sessions:write" | "cards:read")[];
        /** @description An object that was found, with its organization. */
        readonly SearchResult: {
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /** @description The name of the organization. */
            readonly name: components["schemas"]["OrganizationName"];
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The path of the page of the dashboard that shows the object; null if none does. */
            readonly page: string | null;
        };
        /** @description The objects that a search found. */
        readonly SearchResults: {
            readonly data: readonly components["schemas"]["SearchResult"][];
            /**
             * @description The kind of object that was searched for.
             * @enum {string}
             */
            readonly kind: "organization" | "booking" | "delivery" | "event" | "session" | "request" | "key";
            /**
             * @description Always `search_results`.
             * @constant
             */
            readonly object: "search_results";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /** @description The test event to send. */
        readonly SendTestEvent: {
            /** @description The type of an event. */
            readonly type: components["schemas"]["KnownEventType"];
        };
        /** @description The service with its databases. */
        readonly ServiceHealth: {
            /** @description The only database, or one for each cell. */
            readonly databases: readonly components["schemas"]["DatabaseHealth"][];
            /**
             * @description Always `service_health`.
             * @constant
             */
            readonly object: "service_health";
            /** @description The version of the service; null if the application that embeds it has none. */
            readonly version: string | null;
        };
        /** @description The data that a page of the dashboard needs at its start. */
        readonly Session: {
            /** @description Who acts. `operator` is a request without a token on an open admin port, `command` is a command on the service's computer, `access_token` is a request with a token, `session` is a person who signed in to the dashboard with a link, and `host` is one whom the application that serves the dashboard signed in. */
            readonly actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description The time at which the session ends; null if the application that serves the dashboard signs people in itself.
             */
            readonly expires: string | null;
            /** @description The modes whose API keys the service accepts. */
            readonly modes: readonly components["schemas"]["KeyMode"][];
            /**
             * @description Always `session`.
             * @constant
             */
            readonly object: "session";
            /** @description The organization of a member; null for an operator. */
            readonly organization_id: string | null;
            /** @description The address of the sandbox's webhook receiver; null without a sandbox, and if its webhooks go to another receiver. */
            readonly receiver_url: string | null;
            /** @description The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations. */
            readonly role: components["schemas"]["Role"];
            /** @description True if the service is a sandbox. Only a sandbox has the operations of the tag sandbox. */
            readonly sandbox: boolean;
            /** @description The organization that the sandbox created at its start; null without a sandbox. */
            readonly sandbox_organization_id: string | null;
            /** @description The address of the service; null if the dashboard has none to show. */
            readonly service_url: string | null;
        };
        /** @description New faults of the sandbox. An omitted one stays. */
        readonly SetFaults: {
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            readonly endpoint?: components["schemas"]["Fault"];
            /** @description How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout. */
            readonly provider?: components["schemas"]["Fault"];
        };
        /** @description The new limits of an organization. An omitted limit stays. */
        readonly SetLimits: {
            /** @description Metered requests in a window of 5 minutes. */
            readonly rate_limit?: components["schemas"]["RateLimit"];
            /** @description Confirmed test bookings. */
            readonly test_allowance?: components["schemas"]["TestAllowance"];
        };
        /** @description The new standing of an organization. */
        readonly SetStanding: {
            /** @description Requests of an active organization are served. Those of a suspended one are refused with org_suspended. */
            readonly standing: components["schemas"]["Standing"];
        };
        /** @description The settings of an organization. */
        readonly Settings: {
            /** @description The name of the organization. */
            readonly name: components["schemas"]["OrganizationName"];
            /**
             * @description Always `settings`.
             * @constant
             */
            readonly object: "settings";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time at which the next signing secret was prepared; null if none is.
             */
            readonly secret_prepared: string | null;
            /** @description The URL that receives its webhooks; null without webhooks. */
            readonly webhook_url: string | null;
        };
        /** @description The new webhook URL. */
        readonly SetWebhookUrl: {
            /** @description The URL; null for no webhooks. */
            readonly webhook_url: string | null;
        };
        /** @description The token of a sign-in link. */
        readonly SignIn: {
            /** @description The fragment of the link, without the number sign. */
            readonly link_token: string;
        };
        /** @description A signing secret. It signs with its whole text. */
        readonly SigningSecret: string;
        /** @description The secret that signs the webhooks of an organization, and the one that may follow it. */
        readonly SigningSecrets: {
            /**
             * @description Always `signing_secrets`.
             * @constant
             */
            readonly object: "signing_secrets";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The next secret; null if none is prepared. */
            readonly prepared: components["schemas"]["PreparedSecret"] | null;
            /** @description A signing secret. It signs with its whole text. */
            readonly signing_secret: components["schemas"]["SigningSecret"];
        };
        /** @description An issuer of OpenID Connect at which people sign in to the dashboard. */
        readonly SignInIssuer: {
            /** @description The name of an issuer, as the file of the service has it. */
            readonly name: components["schemas"]["IssuerName"];
            /**
             * @description Always `sign_in_issuer`.
             * @constant
             */
            readonly object: "sign_in_issuer";
            /** @description Its name for people. */
            readonly title: string;
        };
        /** @description Whom a sign-in link signs in. */
        readonly SignInLink: {
            /** @description A time in UTC with milliseconds. */
            readonly expires: components["schemas"]["Time"];
            /** @description The name of the person, which the audit log shows; null without one. */
            readonly name: components["schemas"]["DashboardName"];
            /**
             * @description Always `sign_in_link`.
             * @constant
             */
            readonly object: "sign_in_link";
            /** @description The organization of a viewer, developer or admin; null for support and operators. */
            readonly organization_id: string | null;
            /** @description The name of the organization; null for support and operators. */
            readonly organization_name: string | null;
            /** @description The role of a person in the dashboard. */
            readonly role: components["schemas"]["DashboardRole"];
        };
        /** @description The ways to sign in to the dashboard, besides a link. */
        readonly SignInOptions: {
            /** @description The email address or the https page at which people request access; null if the file of the service states none. */
            readonly contact: string | null;
            /** @description True if the service sends a sign-in link to the email address of a member. */
            readonly email: boolean;
            /** @description The issuers, in the order of the file of the service. */
            readonly issuers: readonly components["schemas"]["SignInIssuer"][];
            /**
             * @description Always `sign_in_options`.
             * @constant
             */
            readonly object: "sign_in_options";
            /** @description The name by which customers know the service; null if its file states none. */
            readonly service_name: string | null;
        };
        /**
         * @description Requests of an active organization are served. Those of a suspended one are refused with org_suspended.
         * @enum {string}
         */
        readonly Standing: "active" | "suspended";
        /**
         * @description The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response.
         * @enum {string}
         */
        readonly StatusClass: "none" | "2xx" | "3xx" | "4xx" | "5xx" | "other" | "no_response";
        /** @description A booking whose provider has kept failing or been pending for at least 10 minutes. */
        readonly StuckBooking: {
            /** @description An id. */
            readonly booking_id: components["schemas"]["Id"];
            /** @description The error of the last failed attempt, without data of the guest; null if the provider is pending. */
            readonly last_error: string | null;
            /**
             * @description Always `stuck_booking`.
             * @constant
             */
            readonly object: "stuck_booking";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The status of the payment that the card service collects; null if the booking has none. */
            readonly payment_status: string | null;
            readonly provider: string;
            /** @description The work at the provider that a booking waits for. */
            readonly run: components["schemas"]["BookingRun"];
            /** @description The status of a booking. */
            readonly status: components["schemas"]["BookingStatus"];
        };
        /** @description Stuck bookings, those that have waited longest first. */
        readonly StuckBookingList: {
            readonly data: readonly components["schemas"]["StuckBooking"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The cells that did not respond, so their rows are missing here. Absent if every cell responded. */
            readonly unavailable_cells?: components["schemas"]["UnavailableCells"];
        };
        /** @description Confirmed test bookings. */
        readonly TestAllowance: number;
        /** @description A stored test event. */
        readonly TestEvent: {
            /** @description A time in UTC with milliseconds. */
            readonly created: components["schemas"]["Time"];
            /** @description An id. */
            readonly delivery_id: components["schemas"]["Id"];
            /** @description An id. */
            readonly event_id: components["schemas"]["Id"];
            /**
             * @description Always `test_event`.
             * @constant
             */
            readonly object: "test_event";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The type of an event. Tolerate unknown types. */
            readonly type: components["schemas"]["EventType"];
        };
        /**
         * Format: date-time
         * @description A time in UTC with milliseconds.
         */
        readonly Time: string;
        /**
         * Format: date-time
         * @description An RFC 3339 instant, in UTC or with an offset. A leap second is refused.
         * @example 2026-11-21T00:00:00Z
         */
        readonly TimeFilter: string;
        /** @description An attempt of the delivery of an event. */
        readonly TimelineAttempt: {
            /** @description An id. */
            readonly delivery_id: components["schemas"]["Id"];
            /** @description The type of an event. Tolerate unknown types. */
            readonly event_type: components["schemas"]["EventType"];
            /** @description One attempt of a delivery, without what was sent and received. Either status or error is its outcome. */
            readonly outcome: components["schemas"]["ListedAttempt"];
        };
        /** @description A call of a booking at its provider or at the card service: one that failed, was refused or is pending, the one that succeeded after it, and each one that captured or returned money. Calls that succeed at the first attempt are left out. An error has no data of guests. */
        readonly TimelineCall: {
            /** @description What was captured, or the sum of the refunds after the call, in the currency of the payment; null for other calls. */
            readonly amount: components["schemas"]["Amount"] | null;
            /** @description The attempt at this step of the booking, from 1; null for a capture, which is shown with the event that confirms the booking. */
            readonly attempt: number | null;
            /**
             * @description book, check_hold, modify, read and release are calls at the provider. read_payment, capture, void and refund are calls at the card service.
             * @enum {string}
             */
            readonly call: "book" | "check_hold" | "modify" | "read" | "release" | "read_payment" | "capture" | "void" | "refund";
            /** @description The duration of the attempt in milliseconds; null if it was not measured. */
            readonly duration_ms: number | null;
            /** @description The error code of a refusal, or the error, which only callers of all organizations see; null otherwise. */
            readonly error: string | null;
            /**
             * @description given_up: the call failed for too long.
             * @enum {string}
             */
            readonly outcome: "succeeded" | "refused" | "pending" | "failed" | "given_up";
            /** @description The name of the provider; null if the card service was called. */
            readonly provider: string | null;
        };
        /** @description A change of a booking, with its event. An expiry sends no event, and old events are removed. If the last change has no event, event_id and event_type are null. */
        readonly TimelineChange: {
            readonly deliveries: readonly components["schemas"]["TimelineDelivery"][];
            readonly event_id: string | null;
            readonly event_type: components["schemas"]["EventType"] | null;
            /** @description The status of the booking after the change. */
            readonly status: components["schemas"]["BookingStatus"];
        };
        /** @description A delivery of an event. Its newest attempts are entries of the timeline. */
        readonly TimelineDelivery: {
            /** @description True if there are attempts before those of the timeline. getDelivery returns them. */
            readonly has_earlier_attempts: boolean;
            /** @description An id. */
            readonly id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time at which the next attempt is due; null if there is none.
             */
            readonly next_attempt_at: string | null;
            /** @description The state of a delivery. It is pending until an attempt succeeds, or until the last one fails. */
            readonly state: components["schemas"]["DeliveryState"];
        };
        /** @description A part of the story of a booking. Exactly one of request, call, change and attempt is not null. */
        readonly TimelineEntry: {
            /** @description The time of the change, at which the call ended, or at which the request or the attempt began. */
            readonly at: components["schemas"]["Time"];
            readonly attempt: components["schemas"]["TimelineAttempt"] | null;
            readonly call: components["schemas"]["TimelineCall"] | null;
            readonly change: components["schemas"]["TimelineChange"] | null;
            /** @description A request that changed the booking, or failed to. Reads that succeed are left out. */
            readonly request: components["schemas"]["RequestEntry"] | null;
        };
        /**
         * @description The name of its holder, which the audit log shows.
         * @example Ada Byron
         */
        readonly TokenName: string;
        /**
         * @description The cells that did not respond, so their rows are missing here. Absent if every cell responded.
         * @example [
         *       "two"
         *     ]
         */
        readonly UnavailableCells: readonly string[];
        /**
         * @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has.
         * @example adult
         */
        readonly UnitName: string;
        /** @description The use of an organization's limits. */
        readonly Usage: {
            /**
             * @description Always `usage`.
             * @constant
             */
            readonly object: "usage";
            /** @description An id. */
            readonly organization_id: components["schemas"]["Id"];
            /** @description The current window of the rate limit. */
            readonly rate: components["schemas"]["RateUsage"];
            /** @description The test allowance. */
            readonly test_bookings: components["schemas"]["AllowanceUsage"];
        };
    };
    responses: {
        /** @description The booking is in progress, so its personal data is still needed. */
        readonly BookingInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The role of the caller does not allow this operation. Or the request comes from a web page of another origin, or its Host header names neither this computer nor a listed host. */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request comes from a web page of another origin, or its Host header names neither this computer nor a listed host. */
        readonly ForeignOrigin: {
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
        /** @description The sign-in link is unknown, expired or already used. */
        readonly InvalidLink: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
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
        /** @description The issuer has signed the person in, and no claim of the person is mapped to a role. Or the request comes from a web page of another origin, or its Host header names neither this computer nor a listed host. */
        readonly IssuerForbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The issuer does not respond as it should, 8 people are signing in there at the same time, or the database is not available. */
        readonly IssuerUnavailable: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The mail server did not accept the invitation. */
        readonly MailFailed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The resource does not exist, or it belongs to an organization that the caller may not name. */
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
        /** @description Too many invitations were sent in this hour, or too many links were requested from this network. Or the caller, a member of an organization, sends too many requests. */
        readonly RateLimited: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The delivery may have existed. Deliveries of its age are removed. */
        readonly Removed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The database is not available. */
        readonly ServiceUnavailable: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The sign-in did not complete. */
        readonly SignInFailed: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The caller, a member of an organization, has used up its 3000 units of this window of 5 minutes, or the service works on 8 other requests of the organization. A request costs a unit, and another one for each 50 rows that it may read. Callers of all organizations are not limited. */
        readonly TooManyCalls: {
            headers: {
                readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The access token is missing, unknown, revoked or expired. In the dashboard, this is the session. */
        readonly Unauthorized: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
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
    parameters: {
        /**
         * @description The id of the access token, not the token.
         * @example tok_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly AccessTokenId: components["schemas"]["Id"];
        /**
         * @description The number of the attempt, from 1.
         * @example 1
         */
        readonly AttemptNumber: string;
        /**
         * @description Only actions of this operation.
         * @example setStanding
         */
        readonly AuditAction: string;
        /**
         * @description Only actions on the part of an organization with this id, for example an API key.
         * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly AuditTarget: components["schemas"]["Id"];
        /**
         * @description The id of the booking.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly BookingId: components["schemas"]["Id"];
        /**
         * @description The cookie of startIssuerSignIn, which browsers send. Without it, the sign-in was not started in this browser.
         * @example __Host-sign-in-7423=company.state.nonce.verifier.expires.signature
         */
        readonly Cookie: string;
        /**
         * @description Only entries created before this time.
         * @example 2026-11-21T09:30:00.000Z
         */
        readonly CreatedBefore: components["schemas"]["TimeFilter"];
        /**
         * @description Only entries created from this time.
         * @example 2026-11-21T09:30:00.000Z
         */
        readonly CreatedFrom: components["schemas"]["TimeFilter"];
        /**
         * @description The `next_cursor` of the page before. Omit it for the first page.
         * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly Cursor: components["schemas"]["Id"];
        /**
         * @description The id of the link or session, not its token.
         * @example das_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly DashboardSessionId: components["schemas"]["Id"];
        /**
         * @description The id of the delivery.
         * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
         */
        readonly DeliveryId: components["schemas"]["Id"];
        /**
         * @description The name of the issuer.
         * @example company
         */
        readonly Issuer: components["schemas"]["IssuerName"];
        /**
         * @description The id of the API key, not the key.
         * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly KeyId: components["schemas"]["Id"];
        /**
         * @description The maximum of rows in the page. The default is 50.
         * @example 20
         */
        readonly Limit: number;
        /**
         * @description The id of the member.
         * @example mem_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly MemberId: components["schemas"]["Id"];
        /**
         * @description The id of the organization.
         * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly OrganizationId: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description The methods of the path.
         * @example GET, HEAD
         */
        readonly Allow: string;
        /**
         * @description Units of this window for the caller. Every response to a member of an organization has it.
         * @example 3000
         */
        readonly "RateLimit-Limit": number;
        /**
         * @description Units that remain in this window. Every response to a member of an organization has it.
         * @example 2998
         */
        readonly "RateLimit-Remaining": number;
        /**
         * @description Seconds until the window ends. Every response to a member of an organization has it.
         * @example 210
         */
        readonly "RateLimit-Reset": number;
        /**
         * @description Seconds to wait before a retry.
         * @example 210
         */
        readonly "Retry-After": number;
        /**
         * @description The cookie of the session, or of a sign-in that has begun. Scripts cannot read it.
         * @example __Host-dashboard-7423=das_session; Path=/; Secure; HttpOnly; SameSite=Strict
         */
        readonly "Set-Cookie": string;
        /**
         * @description The ways to authenticate. `Bearer` is an access token, `DashboardLink` is a sign-in link of the dashboard.
         * @example Bearer
         */
        readonly "WWW-Authenticate": "Bearer" | "DashboardLink";
    };
    pathItems: never;
}
export type AccessToken = components['schemas']['AccessToken'];
export type AccessTokenList = components['schemas']['AccessTokenList'];
export type Actor = components['schemas']['Actor'];
export type AdminError = components['schemas']['AdminError'];
export type AdvanceClock = components['schemas']['AdvanceClock'];
export type AllowanceUsage = components['schemas']['AllowanceUsage'];
export type Amount = components['schemas']['Amount'];
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
export type BookingParty = components['schemas']['BookingParty'];
export type BookingPartyUnit = components['schemas']['BookingPartyUnit'];
export type BookingPayment = components['schemas']['BookingPayment'];
export type BookingPrice = components['schemas']['BookingPrice'];
export type BookingRun = components['schemas']['BookingRun'];
export type BookingState = components['schemas']['BookingState'];
export type BookingStatus = components['schemas']['BookingStatus'];
export type BookingTimeline = components['schemas']['BookingTimeline'];
export type CallError = components['schemas']['CallError'];
export type CallerView = components['schemas']['CallerView'];
export type CancellationPolicy = components['schemas']['CancellationPolicy'];
export type ChangeMemberRole = components['schemas']['ChangeMemberRole'];
export type ChangeOperatorMemberRole = components['schemas']['ChangeOperatorMemberRole'];
export type Clock = components['schemas']['Clock'];
export type Count = components['schemas']['Count'];
export type CreateAccessToken = components['schemas']['CreateAccessToken'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreatedAccessToken = components['schemas']['CreatedAccessToken'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreateDashboardLink = components['schemas']['CreateDashboardLink'];
export type CreatedDashboardLink = components['schemas']['CreatedDashboardLink'];
export type CreatedOrganization = components['schemas']['CreatedOrganization'];
export type CreateOrganization = components['schemas']['CreateOrganization'];
export type Currency = components['schemas']['Currency'];
export type DashboardName = components['schemas']['DashboardName'];
export type DashboardRole = components['schemas']['DashboardRole'];
export type DashboardSession = components['schemas']['DashboardSession'];
export type DashboardSessionList = components['schemas']['DashboardSessionList'];
export type DatabaseHealth = components['schemas']['DatabaseHealth'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryCount = components['schemas']['DeliveryCount'];
export type DeliveryCounts = components['schemas']['DeliveryCounts'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type DeliveryStatistics = components['schemas']['DeliveryStatistics'];
export type EventType = components['schemas']['EventType'];
export type FailedRequest = components['schemas']['FailedRequest'];
export type FailedRequestList = components['schemas']['FailedRequestList'];
export type Fault = components['schemas']['Fault'];
export type Faults = components['schemas']['Faults'];
export type FinishedState = components['schemas']['FinishedState'];
export type FinishIssuerSignIn = components['schemas']['FinishIssuerSignIn'];
export type FoundBookings = components['schemas']['FoundBookings'];
export type FoundPayment = components['schemas']['FoundPayment'];
export type GuestBookings = components['schemas']['GuestBookings'];
export type GuestSearch = components['schemas']['GuestSearch'];
export type HttpStatus = components['schemas']['HttpStatus'];
export type Id = components['schemas']['Id'];
export type Instant = components['schemas']['Instant'];
export type InvitedMember = components['schemas']['InvitedMember'];
export type InviteMember = components['schemas']['InviteMember'];
export type InviteOperatorMember = components['schemas']['InviteOperatorMember'];
export type IssuerName = components['schemas']['IssuerName'];
export type IssuerSignIn = components['schemas']['IssuerSignIn'];
export type KeyMode = components['schemas']['KeyMode'];
export type KeyName = components['schemas']['KeyName'];
export type KnownEventType = components['schemas']['KnownEventType'];
export type ListedAttempt = components['schemas']['ListedAttempt'];
export type ListedBooking = components['schemas']['ListedBooking'];
export type ListedDelivery = components['schemas']['ListedDelivery'];
export type ListedPaymentStatus = components['schemas']['ListedPaymentStatus'];
export type Liveness = components['schemas']['Liveness'];
export type MagicOrganization = components['schemas']['MagicOrganization'];
export type MagicQuery = components['schemas']['MagicQuery'];
export type MagicValues = components['schemas']['MagicValues'];
export type MagicVenue = components['schemas']['MagicVenue'];
export type Member = components['schemas']['Member'];
export type MemberEmail = components['schemas']['MemberEmail'];
export type MemberList = components['schemas']['MemberList'];
export type MemberRole = components['schemas']['MemberRole'];
export type NextCursor = components['schemas']['NextCursor'];
export type NotReady = components['schemas']['NotReady'];
export type OperatorRole = components['schemas']['OperatorRole'];
export type Organization = components['schemas']['Organization'];
export type OrganizationList = components['schemas']['OrganizationList'];
export type OrganizationName = components['schemas']['OrganizationName'];
export type OwnSessions = components['schemas']['OwnSessions'];
export type PaymentDifference = components['schemas']['PaymentDifference'];
export type PaymentDifferenceList = components['schemas']['PaymentDifferenceList'];
export type PaymentReference = components['schemas']['PaymentReference'];
export type PaymentStatus = components['schemas']['PaymentStatus'];
export type PersonalValue = components['schemas']['PersonalValue'];
export type PreparedSecret = components['schemas']['PreparedSecret'];
export type ProviderList = components['schemas']['ProviderList'];
export type ProviderState = components['schemas']['ProviderState'];
export type QueueHealth = components['schemas']['QueueHealth'];
export type RateLimit = components['schemas']['RateLimit'];
export type RateUsage = components['schemas']['RateUsage'];
export type Readiness = components['schemas']['Readiness'];
export type ReceivedSignature = components['schemas']['ReceivedSignature'];
export type ReceivedWebhook = components['schemas']['ReceivedWebhook'];
export type ReceivedWebhookList = components['schemas']['ReceivedWebhookList'];
export type ReconcilePayments = components['schemas']['ReconcilePayments'];
export type RefundPayment = components['schemas']['RefundPayment'];
export type RenameApiKey = components['schemas']['RenameApiKey'];
export type RequestCount = components['schemas']['RequestCount'];
export type RequestCountList = components['schemas']['RequestCountList'];
export type RequestEntry = components['schemas']['RequestEntry'];
export type RequestList = components['schemas']['RequestList'];
export type RequestSignInLink = components['schemas']['RequestSignInLink'];
export type ResendSelection = components['schemas']['ResendSelection'];
export type ResentDeliveries = components['schemas']['ResentDeliveries'];
export type Role = components['schemas']['Role'];
export type Scopes = components['schemas']['Scopes'];
export type SearchResult = components['schemas']['SearchResult'];
export type SearchResults = components['schemas']['SearchResults'];
export type SendTestEvent = components['schemas']['SendTestEvent'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type Session = components['schemas']['Session'];
export type SetFaults = components['schemas']['SetFaults'];
export type SetLimits = components['schemas']['SetLimits'];
export type SetStanding = components['schemas']['SetStanding'];
export type Settings = components['schemas']['Settings'];
export type SetWebhookUrl = components['schemas']['SetWebhookUrl'];
export type SignIn = components['schemas']['SignIn'];
export type SigningSecret = components['schemas']['SigningSecret'];
export type SigningSecrets = components['schemas']['SigningSecrets'];
export type SignInIssuer = components['schemas']['SignInIssuer'];
export type SignInLink = components['schemas']['SignInLink'];
export type SignInOptions = components['schemas']['SignInOptions'];
export type Standing = components['schemas']['Standing'];
export type StatusClass = components['schemas']['StatusClass'];
export type StuckBooking = components['schemas']['StuckBooking'];
export type StuckBookingList = components['schemas']['StuckBookingList'];
export type TestAllowance = components['schemas']['TestAllowance'];
export type TestEvent = components['schemas']['TestEvent'];
export type Time = components['schemas']['Time'];
export type TimeFilter = components['schemas']['TimeFilter'];
export type TimelineAttempt = components['schemas']['TimelineAttempt'];
export type TimelineCall = components['schemas']['TimelineCall'];
export type TimelineChange = components['schemas']['TimelineChange'];
export type TimelineDelivery = components['schemas']['TimelineDelivery'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TokenName = components['schemas']['TokenName'];
export type UnavailableCells = components['schemas']['UnavailableCells'];
export type UnitName = components['schemas']['UnitName'];
export type Usage = components['schemas']['Usage'];
export type ResponseBookingInProgress = components['responses']['BookingInProgress'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForeignOrigin = components['responses']['ForeignOrigin'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseInvalidLink = components['responses']['InvalidLink'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidState = components['responses']['InvalidState'];
export type ResponseIssuerForbidden = components['responses']['IssuerForbidden'];
export type ResponseIssuerUnavailable = components['responses']['IssuerUnavailable'];
export type ResponseMailFailed = components['responses']['MailFailed'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseRemoved = components['responses']['Removed'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseSignInFailed = components['responses']['SignInFailed'];
export type ResponseTooManyCalls = components['responses']['TooManyCalls'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterAccessTokenId = components['parameters']['AccessTokenId'];
export type ParameterAttemptNumber = components['parameters']['AttemptNumber'];
export type ParameterAuditAction = components['parameters']['AuditAction'];
export type ParameterAuditTarget = components['parameters']['AuditTarget'];
export type ParameterBookingId = components['parameters']['BookingId'];
export type ParameterCookie = components['parameters']['Cookie'];
export type ParameterCreatedBefore = components['parameters']['CreatedBefore'];
export type ParameterCreatedFrom = components['parameters']['CreatedFrom'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterDashboardSessionId = components['parameters']['DashboardSessionId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterIssuer = components['parameters']['Issuer'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterMemberId = components['parameters']['MemberId'];
export type ParameterOrganizationId = components['parameters']['OrganizationId'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderRateLimitLimit = components['headers']['RateLimit-Limit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimit-Remaining'];
export type HeaderRateLimitReset = components['headers']['RateLimit-Reset'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderSetCookie = components['headers']['Set-Cookie'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type $defs = Record<string, never>;
export interface operations {
    readonly listAccessTokens: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The access tokens. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccessTokenList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createAccessToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAccessToken"];
            };
        };
        readonly responses: {
            /** @description The new access token. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedAccessToken"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeAccessToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the access token, not the token.
                 * @example tok_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly access_token_id: components["parameters"]["AccessTokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The revoked access token. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccessToken"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listAllAuditEntries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only actions of this operation.
                 * @example setStanding
                 */
                readonly action?: components["parameters"]["AuditAction"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only actions on the part of an organization with this id, for example an API key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly target?: components["parameters"]["AuditTarget"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getCaller: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The caller. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CallerView"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createDashboardLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateDashboardLink"];
            };
        };
        readonly responses: {
            /** @description The new link. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedDashboardLink"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDashboardSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The links and sessions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardSessionList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeDashboardSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the link or session, not its token.
                 * @example das_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly dashboard_session_id: components["parameters"]["DashboardSessionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The removed link or session. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardSession"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listFailedRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The failed requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FailedRequestList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state of the service. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceHealth"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
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
            readonly 403: components["responses"]["ForeignOrigin"];
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
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listOperatorMembers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly inviteOperatorMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InviteOperatorMember"];
            };
        };
        readonly responses: {
            /** @description The member. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitedMember"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 502: components["responses"]["MailFailed"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly removeOperatorMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the member.
                 * @example mem_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly member_id: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The removed member. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly changeOperatorMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the member.
                 * @example mem_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly member_id: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeOperatorMemberRole"];
            };
        };
        readonly responses: {
            /** @description The member. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listOrganizations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organizations. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrganizationList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateOrganization"];
            };
        };
        readonly responses: {
            /** @description The new organization. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedOrganization"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organization. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listAuditEntries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only actions of this operation.
                 * @example setStanding
                 */
                readonly action?: components["parameters"]["AuditAction"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only actions on the part of an organization with this id, for example an API key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly target?: components["parameters"]["AuditTarget"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly findBooking: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The confirmation code of its provider.
                 * @example SBX-5F0C1F2E
                 */
                readonly confirmation_code?: string;
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly id?: components["schemas"]["Id"];
                /**
                 * @description The idempotency key of its create.
                 * @example order-4711
                 */
                readonly idempotency_key?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bookings. None if no booking has the name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FoundBookings"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listOrganizationBookings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only bookings of this environment.
                 * @example live
                 */
                readonly mode?: "test" | "live";
                /**
                 * @description Only bookings at this provider.
                 * @example sandbox
                 */
                readonly provider?: string;
                /**
                 * @description Only bookings whose slot starts before this time. A booking without a start is left out.
                 * @example 2026-11-22T00:00:00.000Z
                 */
                readonly starts_before?: components["schemas"]["TimeFilter"];
                /**
                 * @description Only bookings whose slot starts at this time or later. A booking without a start is left out.
                 * @example 2026-11-21T00:00:00.000Z
                 */
                readonly starts_from?: components["schemas"]["TimeFilter"];
                /**
                 * @description Only bookings with this status.
                 * @example confirmed
                 */
                readonly status?: components["schemas"]["BookingStatus"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bookings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getBookingState: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The booking. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingState"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly eraseBooking: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The personal data is erased. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingErasure"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["BookingInProgress"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly exportBooking: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The personal data of the guest. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingExport"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly failBooking: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The booking has failed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingState"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly refundPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundPayment"];
            };
        };
        readonly responses: {
            /** @description The refund is requested. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingState"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly retryBooking: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The attempt is due. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingState"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getBookingTimeline: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id: components["parameters"]["BookingId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The timeline. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingTimeline"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listOrganizationSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The links and sessions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardSessionList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeOrganizationSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the link or session, not its token.
                 * @example das_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly dashboard_session_id: components["parameters"]["DashboardSessionId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The removed link or session. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardSession"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only deliveries of events of this booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly booking_id?: components["schemas"]["Id"];
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries of events of this type.
                 * @example booking.created
                 */
                readonly event_type?: components["schemas"]["KnownEventType"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only deliveries in this state.
                 * @example abandoned
                 */
                readonly state?: components["schemas"]["DeliveryState"];
                /**
                 * @description Only deliveries whose last recorded attempt had this outcome.
                 * @example 5xx
                 */
                readonly status_class?: components["schemas"]["StatusClass"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
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
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only attempts before this number. The default is the newest attempts.
                 * @example 4
                 */
                readonly before_attempt?: number;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the delivery.
                 * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
                 */
                readonly delivery_id: components["parameters"]["DeliveryId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 410: components["responses"]["Removed"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteAttemptResponse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The number of the attempt, from 1.
                 * @example 1
                 */
                readonly attempt: components["parameters"]["AttemptNumber"];
                /**
                 * @description The id of the delivery.
                 * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
                 */
                readonly delivery_id: components["parameters"]["DeliveryId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The attempt without its response. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Attempt"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 410: components["responses"]["Removed"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly resendDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the delivery.
                 * @example dlv_019a5f0c1f2e3d4b4a5968778695a4b3
                 */
                readonly delivery_id: components["parameters"]["DeliveryId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery is pending and due. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedDelivery"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 410: components["responses"]["Removed"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly countDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only deliveries of events of this type.
                 * @example booking.created
                 */
                readonly event_type?: components["schemas"]["KnownEventType"];
                /**
                 * @description Only deliveries in this state. The default is abandoned.
                 * @example abandoned
                 */
                readonly state?: components["schemas"]["FinishedState"];
                /**
                 * @description Only deliveries whose last recorded attempt had this outcome.
                 * @example 5xx
                 */
                readonly status_class?: components["schemas"]["StatusClass"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The count. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryCount"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly resendDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResendSelection"];
            };
        };
        readonly responses: {
            /** @description The deliveries are pending again. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResentDeliveries"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getDeliveryStatistics: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The length of each part of the time. The default is hour.
                 * @example hour
                 */
                readonly bucket?: "hour" | "day";
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts, oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryStatistics"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly findGuestBookings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GuestSearch"];
            };
        };
        readonly responses: {
            /** @description A page of the bookings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GuestBookings"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The API keys. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        readonly responses: {
            /** @description The new API key. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly renameApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the API key, not the key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly key_id: components["parameters"]["KeyId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RenameApiKey"];
            };
        };
        readonly responses: {
            /** @description The renamed API key. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the API key, not the key.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly key_id: components["parameters"]["KeyId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The revoked API key. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetLimits"];
            };
        };
        readonly responses: {
            /** @description The organization with its new limits. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly inviteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InviteMember"];
            };
        };
        readonly responses: {
            /** @description The member. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitedMember"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 502: components["responses"]["MailFailed"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly removeMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the member.
                 * @example mem_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly member_id: components["parameters"]["MemberId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The removed member. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly changeMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the member.
                 * @example mem_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly member_id: components["parameters"]["MemberId"];
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeMemberRole"];
            };
        };
        readonly responses: {
            /** @description The member. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listPayments: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only payments with this status.
                 * @example captured
                 */
                readonly status?: components["schemas"]["ListedPaymentStatus"];
                /**
                 * @description Only payments that are unsettled, or that are not.
                 * @example true
                 */
                readonly unsettled?: "true" | "false";
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bookings with their payments. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly reconcilePayments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReconcilePayments"];
            };
        };
        readonly responses: {
            /** @description The differences. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentDifferenceList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listReceivedWebhooks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The received webhooks. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceivedWebhookList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly countRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description What the requests are grouped by. The default is hour, in UTC.
                 * @example hour
                 */
                readonly by?: "hour" | "key" | "operation";
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only requests of this environment.
                 * @example live
                 */
                readonly mode?: "test" | "live";
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts, in the order of their names. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestCountList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listOrganizationRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                readonly created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only requests that were refused with this code.
                 * @example rate_limited
                 */
                readonly error_code?: string;
                /**
                 * @description Only requests with this Idempotency-Key.
                 * @example 4f1c7a52-order-1041
                 */
                readonly idempotency_key?: string;
                /**
                 * @description Only requests with this API key, by its id.
                 * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly key_id?: components["schemas"]["Id"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only requests of this environment.
                 * @example live
                 */
                readonly mode?: "test" | "live";
                /**
                 * @description Only requests of this operation of the public contract.
                 * @example createBooking
                 */
                readonly operation?: string;
                /**
                 * @description Only requests with this status.
                 * @example 429
                 */
                readonly status?: components["schemas"]["HttpStatus"];
                /**
                 * @description Only requests whose status begins with this digit.
                 * @example 4xx
                 */
                readonly status_class?: "2xx" | "4xx" | "5xx";
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly activateSigningSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly discardPreparedSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly prepareSigningSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The prepared secret. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PreparedSecret"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revealSigningSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The secrets. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SigningSecrets"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setStanding: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetStanding"];
            };
        };
        readonly responses: {
            /** @description The organization with its new standing. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly sendTestEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SendTestEvent"];
            };
        };
        readonly responses: {
            /** @description The event is stored. The worker sends it at its next tick. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestEvent"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The usage now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Usage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setWebhookUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the organization.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly organization_id: components["parameters"]["OrganizationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetWebhookUrl"];
            };
        };
        readonly responses: {
            /** @description The new settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listProviders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The providers. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProviderList"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
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
            readonly 403: components["responses"]["ForeignOrigin"];
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
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
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
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faults. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Faults"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetFaults"];
            };
        };
        readonly responses: {
            /** @description The new faults. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Faults"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listMagicValues: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The magic values. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MagicValues"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly searchObjects: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The id, the beginning of the digest of an API key, or the beginning of the name of an organization.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly q: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was found. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SearchResults"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly signIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignIn"];
            };
        };
        readonly responses: {
            /** @description Signed in. */
            readonly 204: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidLink"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly signOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Signed out. */
            readonly 204: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly finishIssuerSignIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The cookie of startIssuerSignIn, which browsers send. Without it, the sign-in was not started in this browser.
                 * @example __Host-sign-in-7423=company.state.nonce.verifier.expires.signature
                 */
                readonly Cookie?: components["parameters"]["Cookie"];
            };
            readonly path: {
                /**
                 * @description The name of the issuer.
                 * @example company
                 */
                readonly issuer: components["parameters"]["Issuer"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FinishIssuerSignIn"];
            };
        };
        readonly responses: {
            /** @description Signed in. */
            readonly 204: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["SignInFailed"];
            readonly 403: components["responses"]["IssuerForbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["IssuerUnavailable"];
        };
    };
    readonly startIssuerSignIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the issuer.
                 * @example company
                 */
                readonly issuer: components["parameters"]["Issuer"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sign-in has begun. */
            readonly 200: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuerSignIn"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["IssuerUnavailable"];
        };
    };
    readonly readSignInLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignIn"];
            };
        };
        readonly responses: {
            /** @description The link works. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignInLink"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["InvalidLink"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly requestSignInLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RequestSignInLink"];
            };
        };
        readonly responses: {
            /** @description The request is accepted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getSignInOptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ways to sign in. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignInOptions"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listOwnSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sessions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnSessions"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeOwnSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of the link or session, not its token.
                 * @example das_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly dashboard_session_id: components["parameters"]["DashboardSessionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The removed session. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardSession"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["InvalidState"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listStuckBookings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `next_cursor` of the page before. Omit it for the first page.
                 * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The maximum of rows in the page. The default is 50.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stuck bookings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StuckBookingList"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyCalls"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
}
