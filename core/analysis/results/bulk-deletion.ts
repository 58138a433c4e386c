import * as z from 'zod/mini';

const maxTogether = 500;

export const bulkBody = z.object({
  job_ids: z
    .array(z.string())
    .check(
      z.minLength(1, 'must name at least one job'),
      z.maxLength(maxTogether, `must name at most ${maxTogether} jobs`),
    ),
});

export const bulkDeleted = z.object({
  deleted: z.array(z.string()),
  failed: z.array(z.object({ job_id: z.string(), reason: z.string() })),
  total: z.int(),
});
