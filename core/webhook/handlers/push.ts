import * as z from 'zod/mini';
import { postTo } from '../bridges/post-to.ts';
import type { EventHandler } from '../pulls/context.ts';
import { readPayload } from '../pulls/read-payload.ts';

const pushed = z.object({ ref: z.string(), deleted: z.catch(z.boolean(), false) });
const answer = z.object({ status: z.string() });
const repository = z.object({ default_branch: z.string(), clone_url: z.string() });

const branches = 'refs/heads/';

/** Has the documentation generated again after a push to the default branch. */
export const push: EventHandler = async (context) => {
  const { delivery, settings, scm, log } = context;
  const { docs } = settings;
  const { ref, deleted } = readPayload(delivery, pushed);
  if (!docs || !ref.startsWith(branches) || deleted) return;
  const branch = ref.slice(branches.length);
  // The payload's repository may be another one than the configured one.
  const { default_branch: main, clone_url: url } = repository.parse(await scm.json(settings.path));
  if (branch !== main) return;
  await log.step('documentation', async () => {
    if (context.isDryRun) return { outcome: `would generate ${url}` };
    const body = { repo_url: url, branch, queue: true };
    const reply = await postTo(context, docs, '/api/generate', { body });
    const { status } = answer.parse(JSON.parse(reply.text()));
    const after = status === 'queued' ? ' again when the running generation has ended' : '';
    return { outcome: `it will be generated${after}` };
  });
};
