import { hash } from 'node:crypto';
import { readProblem, type Problem } from './read-problem.ts';
import { placeOf } from './stack-frame.ts';
import { stableText } from './stable-text.ts';

/** SHA-256 of the message and the first five lines of the stack, as the requirement defines it. */
export function errorSignature({ error_message, stack_trace }: Problem): string {
  return sha256([error_message, ...stack_trace.split('\n', 5)].join('|'));
}

/** The package that is not there, of Python, Ruby and JavaScript, where a line says nothing else; a path is
 * no package. */
const missing =
  /^(?:[^\n'"`]{0,200}: )?(no module named '[^'\n]{1,300}|cannot load such file -- (?!\.|\/|\w:)[^\s(]{1,300}|cannot find (?:module|package) '(?!\.|\/|\w:)[^'\n]{1,300})/im;
/** These are the same fault wherever it is met. */
const environment =
  /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENOSPC|EMFILE|ERR_(?:CONNECTION|NAME)_\w{1,30}|connection (?:was )?(?:refused|reset)|no such host|(?:unknown|could not resolve) ?host|name or service not known|no space left on device|out ?of ?memory|java heap space|cannot allocate memory|too many open files|certificate has expired|no route to host|network is unreachable)/i;

/** Equal for two runs of one fault: the error without what changes from run to run, the test's file,
 * and the innermost frame of the project's own code. */
export function normalizedSignature(problem: Problem): string {
  const { error, frames } = readProblem(problem);
  // The files that ask for it differ.
  const absent = missing.exec(error)?.[1];
  if (absent !== undefined) return sha256(stableText(absent));
  const text = error.split('\n').map((line) => stableText(line).trim());
  if (environment.test(error)) return sha256(JSON.stringify(text));
  const own = frames.find(({ isOwn }) => isOwn);
  const test = frames.find(({ isOwn, isTest }) => isOwn && isTest);
  const name = own && !own.isTest ? stableText(own.name).replaceAll(/\$?\d+/g, '') : '';
  return sha256(JSON.stringify([text, own && [placeOf(own), name], test && placeOf(test)]));
}

function sha256(text: string): string {
  return hash('sha256', text);
}

const maxKeyLength = 1_000;

/** For maps of texts: their hashes where they would take much memory. */
export function textKey(text: string): string {
  return text.length > maxKeyLength ? sha256(text) : text;
}

/** What failures with equal texts share. */
interface Signatures {
  /** The same for failures with the same error. */
  readonly exact: string;
  /** The same also for those that differ only in what changes from run to run. */
  readonly normalized: () => string;
}

/** Computes the signatures of many failures; most have few different errors. */
export function signatureReader() {
  const exactOnes = new Set<string>();
  const byText = new Map<string, { readonly exact: string; normalized?: string }>();
  return {
    read(problem: Problem): Signatures {
      const { error_message, stack_trace, output = '' } = problem;
      const text = textKey(`${error_message}\0${stack_trace}\0${output}`);
      const ofText = byText.get(text) ?? { exact: errorSignature(problem) };
      byText.set(text, ofText);
      exactOnes.add(ofText.exact);
      const normalized = () => (ofText.normalized ??= normalizedSignature(problem));
      return { exact: ofText.exact, normalized };
    },
    /** Different errors so far. */
    uniqueErrors: () => exactOnes.size,
  };
}
