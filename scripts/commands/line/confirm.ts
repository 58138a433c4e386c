import { createInterface } from 'node:readline';
import { usage } from './group.ts';
import { paint, type Shell } from './shell.ts';

interface Asking {
  readonly options: { readonly yes?: boolean };
  readonly shell: Shell;
}

/** Asks on the terminal before something is lost. Scripts use --yes. */
export async function confirm(
  { options, shell: { stdin, stderr } }: Asking,
  question: () => Promise<string>,
  verb: 'remove' | 'replace' = 'remove',
): Promise<boolean> {
  if (options.yes) return true;
  if (!stdin.isTTY || !stderr.isTTY) {
    throw usage(`No terminal to ask for confirmation: add --yes to ${verb} without confirmation`);
  }
  const text = `${await question()} This cannot be undone. ${paint(stderr, 'bold', '[y/N]')} `;
  const lines = createInterface({ input: stdin, output: stderr });
  const answer = await new Promise<string>((resolve) => {
    lines.question(text, resolve);
    // Ctrl-C or Ctrl-D.
    lines.once('close', () => resolve(''));
  });
  lines.close();
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) stderr.write(`Nothing was ${verb}d.\n`);
  return isYes;
}
