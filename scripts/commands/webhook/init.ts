import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { parseConfiguration, problemsOfConfiguration } from '#core/webhook/configuration/parse.ts';
import { withQuestions } from '../line/questions.ts';
import { print, type Shell } from '../line/shell.ts';
import { configurationFile, type WebhookOptions } from './options.ts';

interface Part {
  readonly text: string;
  /** The lines of the file; an empty answer has none, unless one is required. */
  readonly lines: (answer: string) => string;
  readonly isRequired?: boolean;
}

const text = (answer: string) => JSON.stringify(answer);
const list = (answer: string) => JSON.stringify(answer.split(',').map((each) => each.trim()));

/** In the order of the file. The repository comes first: without it no file is valid. */
const questions: readonly Part[] = [
  {
    text: 'Repository (owner/name)',
    lines: (name) =>
      `repositories:\n  ${text(name.split('/').at(-1) ?? '')}:\n    name: ${text(name)}`,
    isRequired: true,
  },
  {
    text: 'Public address of the receiver, such as https://hooks.example.com/webhook_server',
    lines: (url) => `webhook-ip: ${text(url)}`,
  },
  {
    text: 'Checks that a pull request needs, separated by commas',
    lines: (names) => `default-status-checks: ${list(names)}`,
  },
  { text: 'How many people must say /lgtm (0)', lines: (count) => `minimum-lgtm: ${count}` },
  {
    text: 'Merge method: squash, merge or rebase (squash)',
    lines: (how) => `merge-method: ${text(how)}`,
  },
];

/** Asks for what most receivers need, and writes a configuration with a new secret. */
export async function init(
  _: readonly string[],
  options: WebhookOptions,
  shell: Shell,
): Promise<void> {
  const file = configurationFile(options, shell);
  await assertFree(file);
  const parts: string[] = [];
  await withQuestions(shell, async (ask) => {
    for (const { lines, ...question } of questions) {
      const wholeFile = (answer: string) => [...parts, lines(answer)].join('\n');
      const problems = (answer: string) =>
        problemsOfConfiguration(wholeFile(answer)).map((line) => line.replace(/^line \d+: /, ''));
      const answer = await ask({ ...question, problems });
      if (answer !== undefined) parts.push(lines(answer));
    }
  });
  parts.push(`webhook-secret: ${randomBytes(32).toString('hex')}`);
  await mkdir(dirname(file), { recursive: true });
  // The file holds a secret, and an example in its place may be readable by everyone.
  const draft = `${file}.${process.pid}.part`;
  await writeFile(draft, `${parts.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  const [{ name = '' } = {}] = Object.values(parseConfiguration(parts.join('\n')).repositories);
  const next =
    'Set SCM_TOKEN to a maintainer’s token, or scm-tokens in the file. To try it, run lantern webhook send ping --example.';
  print(shell, options, { file, repository: name }, `Wrote ${file}. ${next}`);
}

/** The example that `npm start` writes has comments alone. */
async function assertFree(file: string): Promise<void> {
  const earlier = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new Failure('invalid', 'unreadable', `${file} cannot be read`);
  });
  try {
    parseConfiguration(earlier);
  } catch (error) {
    if (isFailure(error, 'configuration', 'no_configuration')) return;
  }
  throw new Failure('conflict', 'exists', `${file} already exists: edit it`);
}
