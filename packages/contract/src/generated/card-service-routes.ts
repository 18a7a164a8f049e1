// Written from openapi/card-service.yaml. Edit that, then run: npm run generate

export const cardServiceRoutes = {
  "openPayment": {
    "method": "post",
    "path": "/payments/open",
    "body": "required"
  },
  "readPayment": {
    "method": "post",
    "path": "/payments/read",
    "body": "required"
  },
  "capturePayment": {
    "method": "post",
    "path": "/payments/capture",
    "body": "required"
  },
  "voidPayment": {
    "method": "post",
    "path": "/payments/void",
    "body": "required"
  },
  "refundPayment": {
    "method": "post",
    "path": "/payments/refund",
    "body": "required"
  },
  "simulateApproval": {
    "method": "post",
    "path": "/payments/simulate-approval",
    "body": "required"
  },
  "findCard": {
    "method": "post",
    "path": "/cards/find",
    "body": "required"
  },
  "readCard": {
    "method": "post",
    "path": "/cards/read",
    "body": "required"
  }
} as const;
