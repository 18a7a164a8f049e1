// Written from openapi/admin/paths/. Edit that, then run: npm run generate

export const adminRoutes = {
  "getLiveness": {
    "method": "get",
    "path": "/livez",
    "body": "none",
    "role": "anyone"
  },
  "getReadiness": {
    "method": "get",
    "path": "/readyz",
    "body": "none",
    "role": "anyone"
  },
  "getMetrics": {
    "method": "get",
    "path": "/metrics",
    "body": "none",
    "role": "monitoring"
  },
  "getHealth": {
    "method": "get",
    "path": "/health",
    "body": "none",
    "role": "monitoring"
  },
  "listProviders": {
    "method": "get",
    "path": "/providers",
    "body": "none",
    "role": "monitoring"
  },
  "searchObjects": {
    "method": "get",
    "path": "/search",
    "body": "none",
    "role": "viewer"
  },
  "getCaller": {
    "method": "get",
    "path": "/caller",
    "body": "none",
    "role": "viewer"
  },
  "listAccessTokens": {
    "method": "get",
    "path": "/access-tokens",
    "body": "none",
    "role": "operator",
    "reads": {
      "rows": "page"
    }
  },
  "createAccessToken": {
    "method": "post",
    "path": "/access-tokens",
    "body": "required",
    "role": "operator"
  },
  "revokeAccessToken": {
    "method": "post",
    "path": "/access-tokens/{access_token_id}/revoke",
    "body": "none",
    "role": "operator"
  },
  "listOrganizations": {
    "method": "get",
    "path": "/organizations",
    "body": "none",
    "role": "support",
    "reads": {
      "rows": "page"
    }
  },
  "createOrganization": {
    "method": "post",
    "path": "/organizations",
    "body": "required",
    "role": "operator"
  },
  "getOrganization": {
    "method": "get",
    "path": "/organizations/{organization_id}",
    "body": "none",
    "role": "viewer"
  },
  "setStanding": {
    "method": "put",
    "path": "/organizations/{organization_id}/standing",
    "body": "required",
    "role": "operator"
  },
  "setLimits": {
    "method": "put",
    "path": "/organizations/{organization_id}/limits",
    "body": "required",
    "role": "operator"
  },
  "getSettings": {
    "method": "get",
    "path": "/organizations/{organization_id}/settings",
    "body": "none",
    "role": "viewer"
  },
  "setWebhookUrl": {
    "method": "put",
    "path": "/organizations/{organization_id}/webhook-url",
    "body": "required",
    "role": "admin"
  },
  "sendTestEvent": {
    "method": "post",
    "path": "/organizations/{organization_id}/test-events",
    "body": "required",
    "role": "developer"
  },
  "revealSigningSecret": {
    "method": "post",
    "path": "/organizations/{organization_id}/signing-secret/reveal",
    "body": "none",
    "role": "admin"
  },
  "prepareSigningSecret": {
    "method": "post",
    "path": "/organizations/{organization_id}/signing-secret/prepare",
    "body": "none",
    "role": "admin"
  },
  "activateSigningSecret": {
    "method": "post",
    "path": "/organizations/{organization_id}/signing-secret/activate",
    "body": "none",
    "role": "admin"
  },
  "discardPreparedSecret": {
    "method": "post",
    "path": "/organizations/{organization_id}/signing-secret/discard",
    "body": "none",
    "role": "admin"
  },
  "listApiKeys": {
    "method": "get",
    "path": "/organizations/{organization_id}/keys",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page"
    }
  },
  "createApiKey": {
    "method": "post",
    "path": "/organizations/{organization_id}/keys",
    "body": "required",
    "role": "admin"
  },
  "renameApiKey": {
    "method": "put",
    "path": "/organizations/{organization_id}/keys/{key_id}/name",
    "body": "required",
    "role": "admin"
  },
  "revokeApiKey": {
    "method": "post",
    "path": "/organizations/{organization_id}/keys/{key_id}/revoke",
    "body": "none",
    "role": "admin"
  },
  "listOrganizationRequests": {
    "method": "get",
    "path": "/organizations/{organization_id}/requests",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page",
      "compared": [
        "status",
        "status_class",
        "operation",
        "error_code",
        "key_id"
      ]
    }
  },
  "countRequests": {
    "method": "get",
    "path": "/organizations/{organization_id}/request-counts",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": 20000
    }
  },
  "getUsage": {
    "method": "get",
    "path": "/organizations/{organization_id}/usage",
    "body": "none",
    "role": "viewer"
  },
  "listAuditEntries": {
    "method": "get",
    "path": "/organizations/{organization_id}/audit",
    "body": "none",
    "role": "admin",
    "reads": {
      "rows": "page",
      "compared": [
        "action",
        "target"
      ]
    }
  },
  "listOrganizationSessions": {
    "method": "get",
    "path": "/organizations/{organization_id}/dashboard-sessions",
    "body": "none",
    "role": "admin",
    "reads": {
      "rows": "page"
    }
  },
  "revokeOrganizationSession": {
    "method": "post",
    "path": "/organizations/{organization_id}/dashboard-sessions/{dashboard_session_id}/revoke",
    "body": "none",
    "role": "admin"
  },
  "listMembers": {
    "method": "get",
    "path": "/organizations/{organization_id}/members",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page"
    }
  },
  "inviteMember": {
    "method": "post",
    "path": "/organizations/{organization_id}/members",
    "body": "required",
    "role": "admin"
  },
  "changeMemberRole": {
    "method": "put",
    "path": "/organizations/{organization_id}/members/{member_id}/role",
    "body": "required",
    "role": "admin"
  },
  "removeMember": {
    "method": "post",
    "path": "/organizations/{organization_id}/members/{member_id}/remove",
    "body": "none",
    "role": "admin"
  },
  "listOperatorMembers": {
    "method": "get",
    "path": "/operator/members",
    "body": "none",
    "role": "operator",
    "reads": {
      "rows": "page"
    }
  },
  "inviteOperatorMember": {
    "method": "post",
    "path": "/operator/members",
    "body": "required",
    "role": "operator"
  },
  "changeOperatorMemberRole": {
    "method": "put",
    "path": "/operator/members/{member_id}/role",
    "body": "required",
    "role": "operator"
  },
  "removeOperatorMember": {
    "method": "post",
    "path": "/operator/members/{member_id}/remove",
    "body": "none",
    "role": "operator"
  },
  "listDeliveries": {
    "method": "get",
    "path": "/organizations/{organization_id}/deliveries",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page"
    }
  },
  "getDelivery": {
    "method": "get",
    "path": "/organizations/{organization_id}/deliveries/{delivery_id}",
    "body": "none",
    "role": "viewer"
  },
  "resendDelivery": {
    "method": "post",
    "path": "/organizations/{organization_id}/deliveries/{delivery_id}/resend",
    "body": "none",
    "role": "developer"
  },
  "deleteAttemptResponse": {
    "method": "post",
    "path": "/organizations/{organization_id}/deliveries/{delivery_id}/attempts/{attempt}/delete-response",
    "body": "none",
    "role": "admin"
  },
  "resendDeliveries": {
    "method": "post",
    "path": "/organizations/{organization_id}/delivery-resends",
    "body": "required",
    "role": "developer"
  },
  "countDeliveries": {
    "method": "get",
    "path": "/organizations/{organization_id}/delivery-count",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": 2000
    }
  },
  "getDeliveryStatistics": {
    "method": "get",
    "path": "/organizations/{organization_id}/delivery-statistics",
    "body": "none",
    "role": "viewer"
  },
  "listOrganizationBookings": {
    "method": "get",
    "path": "/organizations/{organization_id}/bookings",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page",
      "compared": [
        "provider",
        "starts_from",
        "starts_before"
      ]
    }
  },
  "listPayments": {
    "method": "get",
    "path": "/organizations/{organization_id}/payments",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page"
    }
  },
  "reconcilePayments": {
    "method": "post",
    "path": "/organizations/{organization_id}/payments/reconcile",
    "body": "required",
    "role": "operator"
  },
  "findBooking": {
    "method": "get",
    "path": "/organizations/{organization_id}/booking-search",
    "body": "none",
    "role": "viewer"
  },
  "getBookingState": {
    "method": "get",
    "path": "/organizations/{organization_id}/bookings/{booking_id}",
    "body": "none",
    "role": "viewer"
  },
  "retryBooking": {
    "method": "post",
    "path": "/organizations/{organization_id}/bookings/{booking_id}/retry",
    "body": "none",
    "role": "operator"
  },
  "failBooking": {
    "method": "post",
    "path": "/organizations/{organization_id}/bookings/{booking_id}/fail",
    "body": "none",
    "role": "operator"
  },
  "refundPayment": {
    "method": "post",
    "path": "/organizations/{organization_id}/bookings/{booking_id}/payment/refund",
    "body": "required",
    "role": "operator"
  },
  "getBookingTimeline": {
    "method": "get",
    "path": "/organizations/{organization_id}/bookings/{booking_id}/timeline",
    "body": "none",
    "role": "viewer"
  },
  "listReceivedWebhooks": {
    "method": "get",
    "path": "/organizations/{organization_id}/received-webhooks",
    "body": "none",
    "role": "viewer",
    "reads": {
      "rows": "page"
    }
  },
  "listFailedRequests": {
    "method": "get",
    "path": "/failed-requests",
    "body": "none",
    "role": "support",
    "reads": {
      "rows": "page"
    }
  },
  "listStuckBookings": {
    "method": "get",
    "path": "/stuck-bookings",
    "body": "none",
    "role": "support",
    "reads": {
      "rows": "page"
    }
  },
  "eraseBooking": {
    "method": "post",
    "path": "/organizations/{organization_id}/bookings/{booking_id}/erase",
    "body": "none",
    "role": "admin"
  },
  "exportBooking": {
    "method": "post",
    "path": "/organizations/{organization_id}/bookings/{booking_id}/export",
    "body": "none",
    "role": "admin"
  },
  "findGuestBookings": {
    "method": "post",
    "path": "/organizations/{organization_id}/guest-search",
    "body": "required",
    "role": "admin",
    "reads": {
      "rows": 200
    }
  },
  "listAllAuditEntries": {
    "method": "get",
    "path": "/audit",
    "body": "none",
    "role": "operator",
    "reads": {
      "rows": "page",
      "compared": [
        "action",
        "target"
      ]
    }
  },
  "createDashboardLink": {
    "method": "post",
    "path": "/dashboard-links",
    "body": "required",
    "role": "operator"
  },
  "listDashboardSessions": {
    "method": "get",
    "path": "/dashboard-sessions",
    "body": "none",
    "role": "operator",
    "reads": {
      "rows": "page"
    }
  },
  "revokeDashboardSession": {
    "method": "post",
    "path": "/dashboard-sessions/{dashboard_session_id}/revoke",
    "body": "none",
    "role": "operator"
  },
  "getSession": {
    "method": "get",
    "path": "/session",
    "body": "none",
    "role": "viewer"
  },
  "signIn": {
    "method": "post",
    "path": "/session",
    "body": "required",
    "role": "anyone"
  },
  "signOut": {
    "method": "delete",
    "path": "/session",
    "body": "none",
    "role": "viewer"
  },
  "listOwnSessions": {
    "method": "get",
    "path": "/session/sessions",
    "body": "none",
    "role": "viewer"
  },
  "revokeOwnSession": {
    "method": "post",
    "path": "/session/sessions/{dashboard_session_id}/revoke",
    "body": "none",
    "role": "viewer"
  },
  "readSignInLink": {
    "method": "post",
    "path": "/session/link",
    "body": "required",
    "role": "anyone"
  },
  "requestSignInLink": {
    "method": "post",
    "path": "/session/links",
    "body": "required",
    "role": "anyone"
  },
  "getSignInOptions": {
    "method": "get",
    "path": "/session/options",
    "body": "none",
    "role": "anyone"
  },
  "startIssuerSignIn": {
    "method": "post",
    "path": "/session/issuers/{issuer}/start",
    "body": "none",
    "role": "anyone"
  },
  "finishIssuerSignIn": {
    "method": "post",
    "path": "/session/issuers/{issuer}/finish",
    "body": "required",
    "role": "anyone"
  },
  "getSandboxClock": {
    "method": "get",
    "path": "/sandbox/clock",
    "body": "none",
    "role": "viewer"
  },
  "advanceSandboxClock": {
    "method": "post",
    "path": "/sandbox/clock/advance",
    "body": "required",
    "role": "operator"
  },
  "listMagicValues": {
    "method": "get",
    "path": "/sandbox/magic-values",
    "body": "none",
    "role": "viewer"
  },
  "getFaults": {
    "method": "get",
    "path": "/sandbox/faults",
    "body": "none",
    "role": "viewer"
  },
  "setFaults": {
    "method": "put",
    "path": "/sandbox/faults",
    "body": "required",
    "role": "operator"
  }
} as const;
