import * as z from 'zod/mini';
import { postTo } from '../bridges/post-to.ts';
import type { EventHandler } from '../pulls/context.ts';
import { readPayload } from '../pulls/read-payload.ts';

const pushed = z.object({ ref: z.string(), deleted: z.catch(z.boolean(), false) });
const answer = z.object({ status: z.string() });
const shape = z.object({ default_branch: z.string(), clone_url: z.string() });

const refs = /^refs\/(?:heads|tags)\/(.+)$/;

/** Has the documentation generated again after a push: that of the default branch, and that of another
 * branch or tag which has a site. */
export const push: EventHandler = async (context) => {
  const { delivery, settings, scm, log } = context;
  const { docs } = settings;
  const { ref, deleted } = readPayload(delivery, pushed);
  const [, branch] = refs.exec(ref) ?? [];
  if (!docs || branch === undefined || deleted) return;
  // The payload's repository may be another one than the configured one.
  const { default_branch: main, clone_url: url } = await scm.json(settings.path, { shape });
  const isMain = ref === `refs/heads/${main}`;
  await log.step('documentation', async () => {
    if (context.isDryRun) return { outcome: `would generate ${url}` };
    const body = { repo_url: url, queue: true, ...(!isMain && { branch, create: false }) };
    const accepts = isMain ? [] : [404];
    const reply = await postTo(context, docs, '/api/generate', { body, accepts });
    if (reply.status === 404) return { outcome: `${branch} has no site` };
    const { status } = answer.parse(JSON.parse(reply.text()));
    const after = status === 'queued' ? ' again when the running generation has ended' : '';
    return { outcome: `it will be generated${after}` };
  });
};
