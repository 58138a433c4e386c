// Read without the schemas of the messages: every function raises alerts.
export const alertEvents = ['high_error_rate', 'job_failed', 'dead_letter'] as const;
