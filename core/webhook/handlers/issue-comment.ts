import * as z from 'zod/mini';
import { isMarked, putComment } from '#core/scm/comments.ts';
import { readCommands } from '../commands/read-commands.ts';
import { runCommands } from '../commands/run-commands.ts';
import { type EventHandler, runSteps } from '../pulls/context.ts';
import { loggedPull } from '../pulls/pull.ts';
import { readPayload } from '../pulls/read-payload.ts';

const schema = z.object({
  issue: z.object({ number: z.int(), pull_request: z.optional(z.unknown()) }),
  comment: z.object({
    id: z.int(),
    body: z.catch(z.string(), ''),
    created_at: z.string(),
    user: z.object({ login: z.string(), type: z._default(z.string(), 'User') }),
  }),
});

/** Runs the commands of a new comment on a pull request. Those of bots, ours among them, have none. */
export const issueComment: EventHandler = async (context) => {
  const { delivery, scm, settings } = context;
  const { issue, comment } = readPayload(delivery, schema);
  // The event is that of issues, too.
  if (delivery.action !== 'created' || !issue.pull_request) return;
  const { id, body, user, created_at: writtenAt } = comment;
  const commands = readCommands(body);
  if (commands.length === 0 || isMarked(body) || user.type === 'Bot') return;

  const { number } = issue;
  const pull = await loggedPull(context, number);
  const request = { commands, login: user.login, writtenAt };
  const { isAccepted, problems } = await runCommands(context, pull, request);
  const path = settings.path;
  await runSteps(context, {
    ...(isAccepted && {
      async reaction() {
        const options = { method: 'POST', body: { content: '+1' }, mayRepeat: true } as const;
        await scm.call(`${path}/issues/comments/${id}/reactions`, options);
      },
    }),
    ...(problems.length > 0 && {
      answer() {
        const place = { path, number, key: `commands:${id}`, since: writtenAt };
        return putComment(
          scm,
          place,
          `Some commands were not carried out:\n\n${problems.join('\n')}`,
        );
      },
    }),
  });
};
