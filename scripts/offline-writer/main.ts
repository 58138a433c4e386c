// Replaces an AI command line: reads the prompt from stdin and the repository from the working
// folder, and prints the answer to stdout. Options such as --model are ignored.
import { readFileSync } from 'node:fs';
import { answerOffline } from './answer.ts';
import { folderView } from './repository/folder-view.ts';

const answer = answerOffline(readFileSync(0, 'utf8'), folderView(process.cwd()));
if (answer === undefined) {
  console.error('The offline writer works without an AI model and cannot answer this prompt.');
  process.exitCode = 3;
} else process.stdout.write(answer);
