import * as z from 'zod/mini';
import { isFailure, Failure } from '#core/platform/failure.ts';
import { offline } from '#core/ai/provider-ids.ts';
import { taskLine } from '#core/ai/task.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { count } from '#core/text/count.ts';
import { jsonObjects } from '#core/text/json.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { asIs, quote } from '#core/text/quote.ts';
import { fill } from '#core/text/template.ts';
import { chooseModel, installedModel } from '../../base/configuration/model.ts';
import { notBlank } from '../../base/schema/request.ts';
import { aiCalls } from '../../base/tables/tables.ts';
import { checkQuotes } from '../../explain/answer/check-quotes.ts';
import { callOf } from '../../explain/ask/ask-model.ts';
import { changesText, changesTitle } from '../../explain/prompts/changes-text.ts';
import { dataRule } from '../../explain/prompts/explain-prompt.ts';
import * as subjects from '../../explain/prompts/subject.ts';
import { addComment } from '../../people/discussion/comment.ts';
import { readSubject } from '../read-subject.ts';
import type { questionBody } from './schema.ts';
import { textsGiven } from './texts-given.ts';

type Needs = Parameters<typeof addComment>[0] &
  Pick<Platform, 'ai' | 'environment' | 'secrets' | 'templates' | 'home'>;

const answer = z.object({
  answer: z.string().check(notBlank),
  evidence: z._default(z.string(), ''),
});

/** Characters of a comment, of which there are 10,000. */
const longest = { answer: 5_000, evidence: 2_500, analysis: 10_000 };

/** Asks a model a person's question about a failure, and stores question and answer as a comment, with
 * quotes that are in what the model was given. */
export async function askAbout(
  needs: Needs,
  caller: Caller,
  job_id: string,
  { question, ...place }: z.output<typeof questionBody>,
): Promise<{ readonly id: number; readonly comment: string }> {
  const subject = await readSubject(needs, job_id, place);
  const { job, failure } = subject;
  const model = await installedModel(needs, chooseModel(needs.environment, job));
  if (model.ai_provider === offline) throw noModel();
  const secrets = await subjects.jobSecrets(needs, job);
  const texts = subjects.textsOf(await textsGiven(needs, subject), secrets);
  const masked = (text: string) => maskSecrets(text, secrets);
  const { changes } = job;
  const analysis = JSON.stringify(failure.analysis, null, 2);
  const view = {
    dataRule,
    error: subjects.errorSource,
    stack: texts.stack && subjects.stackSource,
    console: texts.console && subjects.consoleSource,
    question: quote('Question', masked(question)),
    quoted: [
      quote('Failed test', masked(failure.test_name)),
      quote(subjects.errorSource, texts.error),
      ...(texts.stack ? [quote(subjects.stackSource, texts.stack)] : []),
      ...(texts.console ? [quote(subjects.consoleSource, texts.console)] : []),
      ...(changes ? [quote(changesTitle(changes), masked(changesText(changes)))] : []),
      quote('The analysis so far', masked(analysis).slice(0, longest.analysis)),
    ],
  };
  const template = await needs.templates.read('analysis/results/questions/question-prompt');
  const prompt = `${taskLine({ kind: 'question' })}${fill(template, view, asIs)}`;
  const { title } = await needs.ai.program(model.ai_provider);
  const reply = await ask(needs, job_id, model, prompt);
  await needs.records.add(aiCalls, [callOf(needs, job, model, reply, `${job_id} ${prompt}`)]);
  const read = readAnswer(reply.text);
  if (!read) throw new Failure('upstream', 'bad_answer', `${title} gave no usable answer`);
  const checked = await checkQuotes(
    read.evidence,
    subjects.sourcesOf({ ...texts, workspace: undefined }),
  );
  const comment = [
    question.trim(),
    `${title} answers${sourceNote(checked)}:`,
    withoutMentions(masked(read.answer)).slice(0, longest.answer),
    withoutMentions(checked.evidence).slice(0, longest.evidence),
  ];
  const text = comment.filter((part) => part !== '').join('\n\n');
  return {
    id: await addComment(needs, caller, job_id, { ...place, comment: text }),
    comment: text,
  };
}

async function ask(
  needs: Needs,
  job_id: string,
  { ai_provider, ai_model }: { readonly ai_provider: string; readonly ai_model: string },
  prompt: string,
) {
  try {
    return await needs.ai.ask({
      provider: ai_provider,
      model: ai_model,
      prompt,
      inputHash: `${job_id} question`,
      work: job_id,
      timeoutMilliseconds: needs.home.callMilliseconds,
      accepts: (reply) => readAnswer(reply) !== undefined,
    });
  } catch (error) {
    if (isFailure(error, 'configuration')) throw noModel(error.message);
    throw error;
  }
}

function noModel(reason = 'The offline analyst answers no questions'): Failure {
  const message = `${reason}: choose a model with AI_PROVIDER and AI_MODEL`;
  return new Failure('invalid', 'no_model', message);
}

function readAnswer(reply: string): z.output<typeof answer> | undefined {
  for (const object of jsonObjects(reply)) {
    const { data } = answer.safeParse(object);
    if (data) return data;
  }
  return undefined;
}

/** What a reader may rely on: nobody has checked the sentences. */
function sourceNote({
  evidence,
  removed,
}: {
  readonly evidence: string;
  readonly removed: number;
}) {
  const quotes = evidence === '' ? 0 : evidence.split('\n').length;
  const rest = removed > 0 ? `; ${count(removed, 'quote')} not found, and left out` : '';
  return quotes === 0
    ? `, without a quote that was found${rest}`
    : `, with ${count(quotes, 'quote')} that ${quotes === 1 ? 'was' : 'were'} found${rest}`;
}

/** A model calls nobody: a name after `@` in its answer is no mention. */
function withoutMentions(text: string): string {
  return text.replaceAll('@', '@\u2060');
}
