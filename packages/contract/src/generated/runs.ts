// Written from openapi/behavior/runs.yaml. Edit that, then run: npm run generate

export const runs = {
  "retry": {
    "first_delay_seconds": 2,
    "factor": 2,
    "longest_delay_seconds": 60
  },
  "give_up_after_seconds": 3600,
  "pending_for_at_most_seconds": 86400,
  "stuck_after_seconds": 600,
  "release": {
    "longest_delay_seconds": 900,
    "give_up_after_seconds": 604800,
    "refund_waits_for_at_most_seconds": 300
  },
  "reads": {
    "max_event_bytes": 16384,
    "events_per_minute": 600,
    "reads_per_minute": 60,
    "first_delay_seconds": 30,
    "longest_delay_seconds": 900,
    "failures_at_most": 100,
    "days_at_most": 400
  }
} as const;
