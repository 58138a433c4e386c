import { Failure, isFailure } from '#core/platform/failure.ts';
import { builtInTools } from '#core/platform/ports/programs/agents.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';
import { createSession } from '../create-session.ts';
import { answerPermission } from '../limits/permissions.ts';
import { promptSession } from '../prompt-session.ts';
import { promptRequest, sessionRequest } from '../schema.ts';
import { deleteSession, readSession } from '../sessions.ts';
import { readUrl } from './agent-site.ts';

type Fields = Readonly<Record<string, string>>;

const toolsOf: Readonly<Record<string, readonly string[]>> = {
  reading: ['read', 'grep', 'find', 'ls'],
  all: builtInTools,
};

/** How long a page waits for an answer before it shows that the turn runs. */
const answerTimeoutMs = 5_000;

/** Creates a session and sends it the prompt. Gives the path of its page. */
export async function tryPrompt(needs: Platform, fields: Fields): Promise<string> {
  const [, provider, model] = /^(\S+) (.+)$/s.exec(fields['model'] ?? '') ?? [];
  const { message = '', system_prompt, cwd = '', tools = 'none', max_tokens = '' } = fields;
  assertMessage(message);
  const request = sessionRequest.safeParse({
    provider,
    model,
    system_prompt,
    ...(cwd.trim() !== '' && { cwd: cwd.trim() }),
    tools: toolsOf[tools] ?? [],
    ask: true,
    ...(max_tokens !== '' && { max_tokens: Number(max_tokens) }),
  });
  if (!request.success) throw wrong(request.error.issues);
  // A program runs its own tools: then nothing is asked for.
  const isProgram = (await needs.agents.models()).some(
    (each) => each.isProgram && each.provider === provider,
  );
  const id = await createSession(needs, { ...request.data, ask: !isProgram }).catch(
    (error: unknown): never => {
      throw isFailure(error, 'invalid') ? wrongField(error.message) : error;
    },
  );
  return send(needs, id, message);
}

/** The buttons of a session's page. Gives the path of the page that follows. */
export async function actOnSession(needs: Platform, id: string, fields: Fields): Promise<string> {
  const { task, message = '', request = '' } = fields;
  await readSession(needs, id);
  if (task === 'prompt') {
    assertMessage(message);
    return send(needs, id, message);
  }
  if (task === 'abort') await needs.agents.abort(id);
  else if (task === 'allow' || task === 'refuse') {
    answerPermission(needs.agents, id, request, { allow: task === 'allow' });
  } else if (task === 'delete') {
    await deleteSession(needs, id);
    return '/';
  } else
    throw new Failure('invalid', 'no_task', 'task: must be prompt, abort, allow, refuse or delete');
  return readUrl(id);
}

async function send(needs: Platform, id: string, message: string): Promise<string> {
  const turn = await promptSession(needs, id, message, 'page');
  // Its failure is logged by the turn.
  const ended = turn.answer.then(
    () => true,
    () => true,
  );
  await within(needs.clock, answerTimeoutMs, ended);
  return readUrl(id);
}

function assertMessage(message: string): void {
  const parsed = promptRequest.safeParse({ message });
  if (!parsed.success) throw wrong(parsed.error.issues);
}

function wrong([issue]: readonly { path: PropertyKey[]; message: string }[]): Failure {
  return wrongField(`${issue?.path.join('.')}: ${issue?.message}`);
}

const labels: Readonly<Record<string, string>> = {
  message: 'Prompt',
  system_prompt: 'System prompt',
  max_tokens: 'Token limit',
  provider: 'Model',
  model: 'Model',
  cwd: 'Folder',
};

/** Calls the field as the form does. */
function wrongField(message: string): Failure {
  const text = message.replace(/^(\w+):/, (name, field: string) => labels[field] ?? name);
  return new Failure('invalid', 'wrong_field', text);
}
