import * as z from 'zod/mini';
import { parsed, readWebUrl, settings } from '#core/platform/settings.ts';

export const sidecarSettings = settings({
  /** the agent service that answers instead of the AI command lines; it needs to see the same folders */
  SIDECAR_URL: z.optional(parsed('must be an http or https URL', readWebUrl)),
  /** its key */
  SIDECAR_KEY: z.optional(z.string()),
});
