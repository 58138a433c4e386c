import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readComments, type ReviewComment } from '#core/review/comments/read-comments.ts';
import { readRdjson } from '#core/review/comments/rdjson.ts';
import { readSarif, writeSarif } from '#core/review/comments/sarif.ts';
import {
  postComments,
  type PostOptions,
  previewReviews,
} from '#core/review/posting/post-comments.ts';
import { isAtLeast, readMarker, severities } from '#core/review/severity.ts';
import { parseNumber, parseRepository } from '#core/review/target.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { usage } from '../line/group.ts';
import { unwritable } from '../line/unwritable.ts';
import { printJson, type PrContext } from './context.ts';
import { readInput } from './read-input.ts';

export async function postComment(
  context: PrContext,
  [repository = '', number = '', commit = '', file]: readonly string[],
): Promise<number> {
  const name = { ...parseRepository(repository), number: parseNumber(number) };
  const comments = await commentsFrom(context, file);
  return postFound(context, { name, commit, comments, resolve: 'when-some' });
}

/** Exactly one of the inputs: the fourth argument, --sarif or --rdjson. */
async function commentsFrom(
  { options, shell, directory, git, say }: PrContext,
  file: string | undefined,
): Promise<readonly ReviewComment[]> {
  const { sarif, rdjson } = options;
  const [input, ...more] = [file, sarif, rdjson].filter((each) => each !== undefined);
  if (input === undefined) throw usage('An argument is missing');
  if (more.length > 0) throw usage('Give the comments once: as an argument, --sarif or --rdjson');
  const text = await readInput(input, { stdin: shell.stdin, directory });
  if (file !== undefined) return readComments(text);
  const { comments, skipped } =
    sarif === undefined ? readRdjson(text) : readSarif(text, (await git.root()) ?? directory);
  if (skipped > 0) say(`${skipped} results have no file, line or text, and were skipped`);
  return comments;
}

export async function postFound(
  context: PrContext,
  review: Pick<PostOptions, 'name' | 'commit' | 'comments' | 'resolve'>,
): Promise<number> {
  const { options, shell, say, announce } = context;
  const { strict = false, all = false } = options;
  const { comments } = review;
  await writeOutput(context, comments);
  const settings = { ...review, strict, all, say, announce, secrets: secretsOf(shell.variables) };
  if (options['dry-run']) {
    const reviews =
      comments.length === 0 ? [] : await previewReviews(await context.scm(), settings);
    printJson(shell, reviews.length === 1 ? reviews[0] : reviews);
    return gate(context, comments);
  }
  const result = await postComments(context.scm, settings);
  printJson(shell, result);
  if (result.error !== undefined) say(`Error: ${result.error}`);
  return result.status === 'failed' ? 1 : gate(context, comments);
}

export const writeOutput = (context: PrContext, comments: readonly ReviewComment[]) =>
  withOutput(context, (path) => writeFile(path, writeSarif(comments)));

/** Before a model is paid for what could not be written. */
export const checkOutput = (context: PrContext) =>
  withOutput(context, async (path) => {
    // To open a pipe would end its reader.
    const place = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (place?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    await access(place ? path : dirname(path), constants.W_OK);
  });

async function withOutput(
  { options, directory }: PrContext,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const file = options['sarif-output'];
  if (file === undefined) return;
  await use(resolve(directory, file)).catch(({ code = 'failed' }: NodeJS.ErrnoException) => {
    throw unwritable(file, code);
  });
}

/** The exit status of --fail-on. */
export function gate({ options }: PrContext, comments: readonly ReviewComment[]): number {
  const least = severities.find((severity) => severity === options['fail-on']);
  if (least === undefined) return 0;
  return comments.some(({ body }) => isAtLeast(readMarker(body).severity, least)) ? 1 : 0;
}
