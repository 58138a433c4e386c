import type { Platform } from '#core/platform/ports/platform.ts';
import { maskedStart, maskSecrets } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { signatureOverrides } from '../../base/tables/tables.ts';
import { excerptLines } from '../../intake/builds/console-excerpt.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import type { ReadSource } from '../answer/check-quotes.ts';
import type { AiCall, Job, JobGroup } from '../../base/tables/job-tables.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type Override = Stored<ReturnType<typeof signatureOverrides.parse>>;

/** A group of failures, and all that models are given about it. */
export interface Subject {
  readonly job: Job;
  readonly group: JobGroup;
  readonly workspace: Workspace | undefined;
  /** Those of the server and of the request, which no model may see. */
  readonly secrets: readonly string[];
  /** Without secrets, as the models see them. */
  readonly error: string;
  readonly stack: string;
  /** What is of interest in the console output of the build, each line with its number; empty: there
   * is none. */
  readonly console: string;
  /** When the step began, in milliseconds. */
  readonly began: number;
  readonly signal: AbortSignal;
  /** The class that people gave to a signature; read once. */
  readonly overrideOf: (signature: string) => Promise<Override | undefined>;
  /** Calls of models in this step. */
  readonly calls: AiCall[];
  /** Enters a phase of the job; again: nothing. */
  readonly enterPhase: (phase: string) => Promise<void>;
}

/** Under these names a model quotes them. */
export const errorSource = 'error-message';
export const stackSource = 'stack-trace';
export const consoleSource = 'console-output';

/** Characters of the failure's texts in a prompt. */
const longest = { error: 10_000, stack: 30_000, console: 20_000 };

/** Quotes are checked within the first bytes of a file. */
const readBytes = 256 * 1024;

export async function subjectOf(
  needs: Pick<Platform, 'environment' | 'secrets' | 'records'>,
  base: Omit<Subject, 'error' | 'stack' | 'secrets' | 'overrideOf'>,
): Promise<Subject> {
  const secrets = await jobSecrets(needs, base.job);
  const { error_message: error, stack_trace: stack } = base.group;
  const answers = new Map<string, Promise<Override | undefined>>();
  const overrideOf = (signature: string) => {
    const answer = answers.get(signature) ?? needs.records.get(signatureOverrides, { signature });
    answers.set(signature, answer);
    return answer;
  };
  const texts = textsOf({ error, stack, console: base.console }, secrets);
  return { ...base, secrets, overrideOf, ...texts };
}

type Texts = Pick<Subject, 'error' | 'stack' | 'console'>;

/** What a model is given of a failure. */
export function textsOf({ error, stack, console }: Texts, secrets: readonly string[]): Texts {
  const masked = (text: string, length: number) =>
    maskedStart(text, length, (start) => maskSecrets(start, secrets));
  return {
    error: masked(error, longest.error),
    stack: masked(stack, longest.stack),
    console: masked(console, longest.console),
  };
}

/** Those of the server and of the request. */
export async function jobSecrets(
  needs: Pick<Platform, 'environment' | 'secrets'>,
  { sealed_params }: Pick<Job, 'sealed_params'>,
): Promise<string[]> {
  const { additional_repo_tokens = {}, ...own } = await openSecrets(needs, sealed_params);
  const values = Object.entries({ ...own, ...additional_repo_tokens });
  const asVariables = Object.fromEntries(values.map(([name, value]) => [`${name}_TOKEN`, value]));
  return [...secretsOf(needs.environment), ...secretsOf(asVariables)];
}

/** What a quote may be from: the failure, the console output, and files of the workspace. */
export function sourcesOf({
  error,
  stack,
  console,
  workspace,
}: Pick<Subject, 'error' | 'stack' | 'console' | 'workspace'>): ReadSource {
  return async (name) => {
    const plain = name.toLowerCase().replaceAll(/[\s_]+/g, '-');
    if (plain === errorSource) return { name: errorSource, text: error };
    if (plain === stackSource) return { name: stackSource, text: stack };
    if (plain === consoleSource) {
      const lines = excerptLines(console);
      const numbers = lines.map(({ number }) => number);
      return { name: consoleSource, text: lines.map(({ text }) => text).join('\n'), numbers };
    }
    const file = await workspace?.find(name);
    const bytes = file && (await workspace?.tree.read(file.path, readBytes));
    return file && bytes && { name: file.name, text: new TextDecoder().decode(bytes) };
  };
}
