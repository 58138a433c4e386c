import { createInterface } from 'node:readline';
import { usage } from '../line/group.ts';
import { paint } from '../line/shell.ts';
import type { DocsContext } from './context.ts';

/** Asks on the terminal before something is deleted. Scripts use --yes. */
export async function confirm(
  { options, shell: { stdin, stderr } }: Pick<DocsContext, 'options' | 'shell'>,
  question: () => Promise<string>,
): Promise<boolean> {
  if (options.yes) return true;
  if (!stdin.isTTY || !stderr.isTTY) {
    throw usage('There is no terminal to confirm on: add --yes to remove without confirmation');
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
  if (!isYes) stderr.write('Nothing was removed.\n');
  return isYes;
}
