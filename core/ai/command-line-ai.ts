import { basename, resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import type { Ai, AiQuestion } from '#core/platform/ports/programs/ai.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type {
  Kept,
  KeptRuns,
  ProgramResult,
  RunProgram,
} from '#core/platform/ports/programs/programs.ts';
import type { Log } from '#core/platform/ports/log.ts';
import { aborted, answers, type StoredAnswer } from './answers.ts';
import { cachedFor, failureOf } from './cached-for.ts';
import { errorWithoutSecrets, minimalEnvironment, withoutSecrets } from './environment.ts';
import { gitGuards } from './git-guards.ts';
import { commandOf, replacement, type Command } from './provider-command.ts';
import { costOf } from './prices.ts';
import { initialProvider, offline } from './provider-ids.ts';
import type { Provider } from './provider-table.ts';
import { assertArgument, offlineProvider, readProvider } from './providers.ts';
import { readOutput } from './usage.ts';

export interface Needs {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly run: RunProgram;
  /** Returns an empty folder, for a command that must not start in the repository. */
  readonly neutralFolder: () => Promise<string>;
  /** Variables for one call that sign in to Bedrock with a role that may only call models. */
  readonly bedrock?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** The named runs of `run`. */
  readonly kept?: KeptRuns | undefined;
  /** Program and arguments of the offline writer, which answers for the provider `offline`. */
  readonly standIn?: readonly string[];
  /** Whether a program is in a PATH; needed with `standIn`. */
  readonly isInstalled?: (program: string, path: string) => Promise<boolean>;
}

const checkMilliseconds = 60_000;
const rememberMilliseconds = 5 * 60_000;
/** The list of projects asks once per project. */
const lookupMilliseconds = 5_000;
/** The pages of one generation ask at the same time for the same tree. */
const guardMilliseconds = 10_000;

/** Before the second and the third try; there is no fourth. */
const retryDelays: readonly number[] = [2_000, 8_000];

const transient =
  /overloaded|rate.?limit|too many requests|resource.?exhausted|temporarily unavailable|service unavailable|bad gateway|gateway time-?out|connection (?:reset|refused|closed|error)|socket hang up|econnreset|econnrefused|etimedout|eai_again|\b(?:429|502|503|504|529)\b/i;

const transientStart = /EAGAIN|EMFILE|ENFILE|ENOMEM|ETXTBSY/;

/** Runs the provider's command line: the prompt is its stdin, the answer its stdout. */
export function commandLineAi(needs: Needs): Ai {
  const { environment, clock, log, blobs, run, kept, neutralFolder } = needs;
  const store = answers({ blobs, log });
  const lookUp = cachedFor<boolean>(clock, lookupMilliseconds);
  const check = cachedFor<void>(clock, rememberMilliseconds);
  const guard = cachedFor<Record<string, string>>(clock, guardMilliseconds);

  const ai: Ai = {
    async ask(question) {
      if (question.directory !== undefined) assertArgument('directory', question.directory);
      if (question.provider === offline) return once(offlineProvider, question, offlineCommand());
      const provider = readProvider(question.provider);
      const command = commandOf(provider, environment);
      assertArgument('model', question.model);
      return once(provider, question, command);
    },

    unavailable: (provider, model) =>
      failureOf(check(JSON.stringify([provider, model]), () => probe(provider, model))),

    async program(id) {
      const provider = readProvider(id === offline ? initialProvider : id);
      const command = commandOf(provider, environment);
      const missing = await isMissing(command.program);
      if (id === offline && missing) return { id, title: 'offline writer', kind: 'offline' };
      return {
        id: provider.id,
        title: command.replaced ? basename(command.program) : provider.title,
        kind: command.replaced ? 'replaced' : 'own',
        ...(missing && { isMissing: missing }),
      };
    },

    works: async () => (await kept?.works()) ?? [],

    async abandon(work) {
      await kept?.abandon(work);
    },
  };
  return ai;

  function offlineCommand(): Command {
    if (needs.standIn) return replacement(needs.standIn);
    throw new Failure('upstream', 'failed', 'The offline writer is not part of this installation');
  }

  async function isMissing(program: string): Promise<boolean> {
    const { isInstalled } = needs;
    if (!isInstalled) return false;
    return !(await lookUp(program, () => isInstalled(program, environment['PATH'] ?? '')));
  }

  async function once(provider: Provider, question: AiQuestion, command: Command) {
    const { model, prompt, directory = '', inputHash, work = '', signal, accepts } = question;
    const ask = (stop?: AbortSignal, keep?: Kept) => call(provider, command, question, stop, keep);
    if (inputHash === undefined) return { ...(await ask(signal)), reused: false };
    // The key has no folders: a tree may be in another one after a restart.
    const words = [command.program, ...command.arguments(model, { tree: '', start: '' })];
    const key = { provider: provider.id, model, command: words, prompt, inputHash };
    const answer = await store.once(key, (stop, name) => ask(stop, { name, work }), {
      signal,
      accepts,
      // The run's files have it until the work is abandoned.
      isStored: !(kept && question.isForWork),
      afterwards: async (name) => kept?.release({ name, work }),
    });
    if (answer.reused)
      log('DEBUG', 'AI answer reused', { provider: provider.id, model, directory });
    return answer;
  }

  async function call(
    provider: Provider,
    command: Command,
    question: AiQuestion,
    signal: AbortSignal | undefined,
    keep: Kept | undefined,
  ): Promise<StoredAnswer> {
    const { model, timeoutMilliseconds } = question;
    const tree = resolve(question.directory ?? (await neutralFolder()));
    const start = command.startsApart ? await neutralFolder() : tree;
    const place = start === tree ? '' : `\n\nThe repository is the folder ${tree}\n`;
    const name = model === '' ? provider.id : `${provider.id} (${model})`;
    const began = clock.now().getTime();
    const variables = minimalEnvironment(
      environment,
      [...provider.keys, ...provider.variables],
      provider.fixed,
    );
    const guards = await guard(JSON.stringify([provider.id, tree]), () =>
      gitGuards({ run, environment: variables }, tree),
    );
    const fail = (message: string, code = 'failed', extra = {}): never => {
      throw new Failure('upstream', code, message, { extra });
    };
    for (let tries = 0; ; tries++) {
      const signedIn = provider.knowsBedrock ? await needs.bedrock?.() : undefined;
      const secrets = { ...environment, ...signedIn };
      const spent = clock.now().getTime() - began;
      const { end, code, stdout, stderr } = await run({
        program: command.program,
        arguments: command.arguments(model, { tree, start }),
        directory: start,
        environment: { ...variables, ...signedIn, ...guards },
        input: `${question.prompt}${place}`,
        timeoutMilliseconds: Math.max(1, timeoutMilliseconds - spent),
        ...(signal && { signal }),
        ...(keep && { keep }),
      });
      const output = readOutput(stdout);
      const hasAnswer = end === 'exited' && code === 0 && !output.failed;
      // Releases nothing: the program continues, or its name may belong to another call by now.
      if (end === 'aborted') throw aborted();
      // An answer is released later, a failure here.
      if (!hasAnswer && keep) await kept?.release(keep);
      if (end === 'timed-out') {
        const minutes = Math.round((timeoutMilliseconds / 60_000) * 100) / 100;
        fail(`${provider.id} timed out after ${minutes} minutes`, 'timed_out');
      }
      if (end === 'not-found') {
        fail(`${name}: '${command.program}' not found in PATH`, 'failed', { absent: true });
      }
      if (end === 'too-large') fail(`${name}: printed more than the limit allows`);
      if (hasAnswer) {
        const { text, inputTokens, outputTokens } = output;
        const costUsd = output.costUsd ?? costOf(environment, model, output);
        const seconds = Math.round((clock.now().getTime() - began) / 1000);
        const usage = { inputTokens, outputTokens, costUsd };
        log('INFO', 'AI call', { provider: provider.id, model, seconds, tries, ...usage });
        return { text: withoutSecrets(text, secrets), ...usage };
      }
      const message = (output.failed ? output.text : '') || stderr.trim() || stdout.trim();
      const masked = errorWithoutSecrets(message, secrets).slice(-2_000);
      const delay = retryDelays[tries];
      const remainingMilliseconds = timeoutMilliseconds - (clock.now().getTime() - began);
      if (delay !== undefined && delay < remainingMilliseconds && isTransient(end, message)) {
        log('WARNING', `${name} failed, trying again`, { delay, said: masked });
        await clock.sleep(delay, signal);
        if (signal?.aborted) throw aborted();
        continue;
      }
      const what =
        end === 'not-started' ? 'could not be started' : `exited with code ${code ?? '?'}`;
      fail(`${name}: ${what}${masked ? `: ${masked}` : ''}`);
    }
  }

  async function probe(provider: string, model: string): Promise<void> {
    const prompt = 'Reply with OK';
    await ai.ask({ provider, model, prompt, timeoutMilliseconds: checkMilliseconds });
  }
}

/** Whether a retry may succeed. A retry is safe: a question only reads. */
function isTransient(end: ProgramResult['end'], message: string): boolean {
  if (end === 'not-started') return transientStart.test(message);
  return end === 'exited' && transient.test(message.slice(-4_000));
}
