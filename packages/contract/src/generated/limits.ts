// Written from openapi/behavior/limits.yaml. Edit that, then run: npm run generate

export const limits = {
  "window_seconds": 300,
  "default_limit": 300,
  "default_test_allowance": 100,
  "reads": {
    "units_per_request": 10,
    "rows_per_unit": 50,
    "compared_rows": 200,
    "in_progress": 8
  },
  "max_body_bytes": 65536,
  "max_details": 20,
  "page": {
    "default": 20,
    "max": 100
  },
  "provider_timeout_seconds": 30,
  "search_timeout_seconds": 10,
  "check_timeout_seconds": 2,
  "session": {
    "lifetime_seconds": 600,
    "max_attempts": 5,
    "creations": {
      "burst": {
        "max": 3,
        "window_seconds": 600
      },
      "day": {
        "max": 10,
        "window_seconds": 86400
      }
    }
  },
  "request_log": {
    "days": 7,
    "rows": 20000
  },
  "retry_after_seconds": 5,
  "headers": {
    "limit": "RateLimit-Limit",
    "remaining": "RateLimit-Remaining",
    "reset": "RateLimit-Reset",
    "retry_after": "Retry-After"
  }
} as const;
