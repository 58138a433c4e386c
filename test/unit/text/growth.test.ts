import { expect, it } from 'vitest';
import { checkQuotes } from '#core/analysis/explain/answer/check-quotes.ts';
import { checkCitations } from '#core/docs/evidence/citations.ts';
import { commandsIn } from '#core/docs/evidence/names/command-names.ts';
import { lastPart } from '#core/docs/evidence/names/page-names.ts';
import { splitUsedFiles } from '#core/docs/evidence/used-files.ts';
import { stripPreamble } from '#core/docs/generate/pages/page-text.ts';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import { extensionsFor } from '#core/text/markdown/extensions.ts';
import { headingText } from '#core/text/markdown/blocks.ts';
import { codeSpan } from '#core/text/code-span.ts';
import { repositoryName, withoutSlashes } from '#core/text/url.ts';
import { repositoryFileKeys } from '#core/webhook/configuration/schema.ts';

const many = (text: string) => text.repeat(400_000);
const noFiles = { list: () => Promise.resolve([]), read: () => Promise.resolve(undefined) };

// With a time that grows with the square of the input each would take minutes.
it.each<[string, () => unknown]>([
  ['slashes in an address', () => withoutSlashes(`${many('/')}x`)],
  ['slashes in the name of a repository', () => repositoryName(`${many('/')}x:`)],
  ['blanks before a quote', () => checkQuotes(many(' '), () => Promise.resolve(undefined))],
  ['backticks before a separator', () => singleTildeText(`${many('`')}\u2028`)],
  ['backticks in code', () => checkCitations(`\`${many('``')}x\``, noFiles as never)],
  ['blanks in a gap of citations', () => checkCitations(`(see${many(' ')}x`, noFiles as never)],
  ['comments of a command', () => commandsIn([`${many(' #')}\u2028`])],
  ['letters of a name', () => lastPart(`${many('a')}.`)],
  ['blanks before used files', () => splitUsedFiles(`${many(' ')}x\nUSED FILES:\n- a`)],
  ['blanks of a preamble', () => stripPreamble(`\`\`\`${many(' ')}x\n# a`)],
  ['dashes of a line', () => extensionsFor(`${many('-')}x`)],
  ['blanks in a heading', () => headingText(`# a${many(' ')}b`)],
  ['blanks in code', () => codeSpan(many(' '))],
  [
    'blanks in a list',
    () => repositoryFileKeys.shape['conventional-title'].parse(`a${many(' ')}b`),
  ],
])('%s take a time that grows no faster than they do (S15, R5)', async (_, run) => {
  expect(await run()).not.toBe(null);
});
