import * as z from 'zod/mini';
import { parsed, settings } from '#core/platform/settings.ts';
import { readWebUrl, webUrlProblem } from '#core/text/url.ts';

export const sidecarSettings = settings({
  /** the agent service that answers instead of the AI command lines; it needs to see the same folders (a stage's `agent` sees to it) */
  SIDECAR_URL: z.optional(parsed(webUrlProblem, readWebUrl)),
  /** its key */
  SIDECAR_KEY: z.optional(z.string()),
});
