import * as z from 'zod/mini';
import { offline } from '#core/ai/provider-ids.ts';
import { asIs, quote } from '#core/text/quote.ts';
import { taskLine } from '#core/ai/task.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { jsonObjects } from '#core/text/json.ts';
import { fill } from '#core/text/template.ts';
import { chooseModel, installedModel } from '#core/analysis/base/configuration/model.ts';
import { recordCall } from '#core/analysis/explain/ask/ask-model.ts';
import { notBlank } from '#core/analysis/base/schema/not-blank.ts';
import type { IssueFacts } from './issue-facts.ts';
import type { IssueSubject } from './read-subject.ts';

type Needs = Pick<
  Platform,
  'ai' | 'records' | 'clock' | 'environment' | 'templates' | 'home' | 'log'
>;

const text = z.string().check(notBlank);
const answer = z.object({ title: text, body: text });

/** The model's text of an issue; undefined: there is no model, or its answer is not usable. */
export async function askForIssue(
  needs: Needs,
  { job }: IssueSubject,
  { description, facts, parts, title }: IssueFacts,
  wanted: { readonly ai_provider: string; readonly ai_model: string },
): Promise<z.output<typeof answer> | undefined> {
  const model = await choose(needs, wanted);
  // The offline analyst writes no prose of its own.
  if (!model || model.ai_provider === offline) return undefined;
  const quoted = [
    quote('Title', title),
    quote('Facts', facts.map(({ name, value }) => `${name}: ${value}`).join('\n')),
    quote('Description', description),
    ...parts.map((part) => quote(part.title, part.text)),
  ];
  const template = await needs.templates.read('analysis/issues/prompts/issue-prompt');
  const prompt = `${taskLine({ kind: 'issue' })}${fill(template, { quoted }, asIs)}`;
  const inputHash = `${job.id} issue`;
  try {
    const given = await needs.ai.ask({
      provider: model.ai_provider,
      model: model.ai_model,
      ...{ prompt, inputHash, work: job.id, timeoutMilliseconds: needs.home.callMilliseconds },
      accepts: (written) => read(written) !== undefined,
    });
    await recordCall(needs, job, model, given, `${inputHash} ${prompt}`);
    return read(given.text);
  } catch (error) {
    if (!isFailure(error, 'upstream') && !isFailure(error, 'configuration')) throw error;
    needs.log('WARNING', 'a model wrote no issue', { job_id: job.id, error: error.message });
    return undefined;
  }
}

/** The first object in the answer that is an issue. */
function read(written: string): z.output<typeof answer> | undefined {
  for (const object of jsonObjects(written)) {
    const { data } = answer.safeParse(object);
    if (data) return data;
  }
  return undefined;
}

/** Undefined: none is configured. A wrong one is Failure('invalid'). */
async function choose(
  { environment, ai }: Pick<Needs, 'environment' | 'ai'>,
  { ai_provider, ai_model }: { readonly ai_provider: string; readonly ai_model: string },
) {
  try {
    const model = { ai_provider: ai_provider || undefined, ai_model: ai_model.trim() || undefined };
    return await installedModel({ ai }, chooseModel(environment, model));
  } catch (error) {
    if (isFailure(error, 'invalid', 'no_model')) return undefined;
    throw error;
  }
}
