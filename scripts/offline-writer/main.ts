// Replaces an AI command line: reads the prompt from stdin and the repository from the working
// folder, and prints the answer to stdout. Options such as --model are ignored.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { answerOffline } from './answer.ts';
import { walkRepository } from './repository/walk-repository.ts';

const maxFileBytes = 512 * 1024;
const maxTotalBytes = 96 * 1024 * 1024;
/** A document takes thirty times its size while it is cleaned, and five pages are written at once. */
const maxDocumentBytes = 4 * 1024 * 1024;
const document = /\.(?:mdx?|markdown|rst|txt)$/i;

const root = process.cwd();
let total = 0;
let documents = 0;
const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

function read(path: string): string | undefined {
  try {
    const { size } = lstatSync(path);
    if (size > maxFileBytes || total + size > maxTotalBytes) return undefined;
    if (document.test(path)) {
      if (documents + size > maxDocumentBytes) return undefined;
      documents += size;
    }
    total += size;
    const bytes = readFileSync(path);
    return bytes.subarray(0, 8_000).includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

const answer = answerOffline(readFileSync(0, 'utf8'), {
  name: basename(root),
  list: () => walkRepository(list, read),
  read,
});
if (answer === undefined) {
  console.error('The offline writer works without an AI model and cannot answer this prompt.');
  process.exitCode = 3;
} else process.stdout.write(answer);
