import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { pipelineQuestions, pipelinesOf } from './init/pipeline.ts';
import type { Command, Options } from './line/command.ts';
import { usage } from './line/group.ts';
import { withQuestions } from './line/questions.ts';
import { paint, print, type Shell } from './line/shell.ts';

type Run = Command<Options>['run'];

const names = ['docs', 'analysis', 'webhook', 'sessions', 'agent', 'pipeline'];

/** Writes the settings of a service, or the step of the repository's pipeline, from answers. */
export const init: Run = async ([name = ''], options, shell) => {
  if (name === 'pipeline') return initPipeline(options, shell);
  if (name === 'webhook') return (await import('./webhook/init.ts')).init([], {}, shell);
  if (!names.includes(name)) throw usage(`Choose one of ${names.join(', ')}`);
  return initService(name, options, shell);
};

async function initPipeline(options: { json?: boolean }, shell: Shell): Promise<void> {
  const { directory = '.', stdout } = shell;
  const answers = await withQuestions(shell, async (ask) => ({
    server: (await ask(pipelineQuestions.server)) ?? '',
    reports: (await ask(pipelineQuestions.reports)) ?? 'reports/**/*.xml',
    gate: (await ask(pipelineQuestions.gate)) ?? 'new',
  }));
  const steps = pipelinesOf(directory).map(({ name, place, step }) => ({
    name,
    place,
    step: step(answers),
  }));
  const texts = steps.map(({ name, place, step }) => {
    const title = paint(stdout, 'bold', `${name}, in the job of ${place} that runs the tests:`);
    return `${title}\n\n${step}`;
  });
  const next =
    'The step needs lantern.mjs in the repository and, if the service requires a key, LANTERN_KEY as a pipeline secret.';
  print(shell, options, steps, [...texts, next].join('\n\n'));
}

async function initService(name: string, options: { json?: boolean }, shell: Shell): Promise<void> {
  const { serviceQuestions, providerProblems, valueOf } = await import('./init/services.ts');
  const { questions, secrets, read } = serviceQuestions[name] as (typeof serviceQuestions)[string];
  const file = join(shell.directory ?? '.', '.env');
  const before = await textOf(file);
  const isSet = parseEnv(before);
  const values: Record<string, string> = {};
  await withQuestions(shell, async (ask) => {
    for (const [variable, text] of Object.entries(questions)) {
      if (isSet[variable] !== undefined) {
        shell.stderr.write(`${variable} is set already\n`);
        continue;
      }
      const problems = (answer: string) => [
        ...(variable === 'AI_PROVIDER'
          ? providerProblems(answer)
          : refusals(read, variable, answer)),
        ...(/['\\]/.test(answer) ? ['quotes and backslashes are not allowed'] : []),
      ];
      const answer = await ask({ text, problems });
      if (answer !== undefined) values[variable] = valueOf(variable, answer);
    }
  });
  const open = Object.entries(secrets)
    .filter(([secret, of]) => !(secret in isSet) && (of === '' || of in values || of in isSet))
    .map(([secret]) => secret);
  const lines = [
    ...Object.entries(values).map(([variable, value]) => `${variable}='${value}'`),
    ...open.filter((secret) => !before.includes(`#${secret}=`)).map((secret) => `#${secret}=`),
  ];
  if (lines.length > 0) await append(file, before, lines);
  const done = lines.length > 0 ? `Wrote ${file}.` : 'Nothing to write.';
  const fill = open.length > 0 ? ` Fill in ${open.join(', ')} there.` : '';
  print(shell, options, { file, written: Object.keys(values), open }, `${done}${fill}`);
}

function refusals(
  read: (environment: Environment) => unknown,
  variable: string,
  value: string,
): string[] {
  try {
    read({ [variable]: value });
    return [];
  } catch (error) {
    if (isFailure(error, 'configuration')) return [error.message];
    throw error;
  }
}

async function textOf(file: string): Promise<string> {
  // As `npm start` makes it: with the secrets that every service needs.
  if (!existsSync(file)) (await import('../services/first-run.ts')).writeFirstEnvironment(file);
  return readFile(file, 'utf8');
}

async function append(file: string, before: string, lines: readonly string[]): Promise<void> {
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  const draft = `${file}.${process.pid}.part`;
  await writeFile(draft, `${before}${separator}${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}
