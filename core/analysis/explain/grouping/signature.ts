import { createHash } from 'node:crypto';

export interface Problem {
  readonly error_message: string;
  readonly stack_trace: string;
}

/** SHA-256 of the message and the first five lines of the stack, as the requirement defines it. */
export function errorSignature({ error_message, stack_trace }: Problem): string {
  return sha256(`${error_message}|${firstLines(stack_trace).join('|')}`);
}

/** Equal for errors that differ only in numbers, addresses, times, identifiers and folders. */
export function normalizedSignature({ error_message, stack_trace }: Problem): string {
  return sha256([error_message, ...firstLines(stack_trace)].map(normalized).join('|'));
}

const lines = 5;
/** Characters of each line; more cannot tell two errors apart for a reader either. */
const maxCharacters = 4_000;

function firstLines(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (parts.length < lines && at <= text.length) {
    const end = text.indexOf('\n', at);
    parts.push(text.slice(at, end === -1 ? undefined : end));
    if (end === -1) break;
    at = end + 1;
  }
  return parts;
}

/** The order counts: a time holds numbers, a path may hold an identifier. */
const variable: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/(?<![\w/])(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+)+[\\/]/g, '<path>/'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/(?<=@)[0-9a-f]{5,16}\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)[0-9a-f]{8,64}\b/gi, '<hex>'],
  [/\d+(?:[.,]\d+)*/g, '<n>'],
];

function normalized(line: string): string {
  let text = line.slice(0, maxCharacters).trim();
  for (const [pattern, name] of variable) text = text.replace(pattern, name);
  return text;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface Signatures {
  /** The same for failures with the same error. */
  readonly exact: string;
  /** The same also for those that differ only in numbers, addresses, times, identifiers and folders. */
  readonly normalized: string;
}

/** Computes the signatures of many failures; most have few different errors. */
export function signatureReader() {
  const byExact = new Map<string, string>();
  return {
    read(problem: Problem): Signatures {
      const exact = errorSignature(problem);
      let normalized = byExact.get(exact);
      if (normalized === undefined) {
        normalized = normalizedSignature(problem);
        byExact.set(exact, normalized);
      }
      return { exact, normalized };
    },
    /** Different errors so far. */
    uniqueErrors: () => byExact.size,
  };
}
