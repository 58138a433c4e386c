import * as z from 'zod/mini';
import { readWebUrl, webUrlProblem } from '#core/text/url.ts';
import { readColour } from './colour.ts';

/** A scalar as text: YAML reads `name: 2024` as a number. */
const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be a text');

/** A text that `read` turns into a value. If `read` returns undefined, the message is the problem. */
export function readAs<Value>(message: string, read: (text: string) => Value | undefined) {
  return z.pipe(
    scalar,
    z.transform((raw: string | number | boolean, context): Value => {
      const value = read(String(raw).trim());
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    }),
  );
}

export const text = readAs('must not be empty', (value) => value || undefined);

export const texts = z.array(text, 'must be a list');

/** A text, or a list of them. */
export const oneOrMore = z.union(
  [
    z.pipe(
      text,
      z.transform((value: string) => [value]),
    ),
    texts,
  ],
  'must be a text that is not empty, or a list of them',
);

/** A list, or one text with commas. */
export const commaList = z.pipe(
  oneOrMore,
  z.transform((all: string[]) => all.flatMap((part) => part.split(',').map((each) => each.trim()))),
);

export const yesOrNo = z.boolean('must be true or false');

export const webUrl = readAs(webUrlProblem, readWebUrl);

export const colour = readAs(
  'must be a CSS colour name or six hexadecimal digits such as d93f0b, in quotes',
  readColour,
);

const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

export const logLevel = readAs(`must be one of ${levels.join(', ')}`, (value) =>
  levels.find((level) => level === value.toUpperCase()),
);

export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
}

/** The name of a file without a folder. */
export const fileName = readAs('must be the name of a file, without a folder', (value) =>
  /^(?!\.)[^/\\\p{Cc}]{1,100}$/u.test(value) ? value : undefined,
);
