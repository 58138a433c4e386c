// Replaces an AI command line: reads the prompt from stdin and the repository from the working
// folder, and prints the answer to stdout. Options such as --model are ignored.
import { readFileSync } from 'node:fs';
import { readTask } from '#core/ai/task.ts';
import { answerOffline } from './answer.ts';
import { committedView } from './repository/committed-view.ts';
import { folderView } from './repository/folder-view.ts';

const prompt = readFileSync(0, 'utf8');
const task = readTask(prompt);
const isDocs = task?.kind === 'plan' || task?.kind === 'page';
const uncommitted = isDocs ? task.uncommitted : undefined;
const directory = process.cwd();
const view = folderView(directory);
const answer = answerOffline(
  prompt,
  uncommitted ? committedView(view, directory, uncommitted) : view,
);
if (answer === undefined) {
  console.error('The offline writer works without an AI model and cannot answer this prompt.');
  process.exitCode = 3;
} else process.stdout.write(answer);
