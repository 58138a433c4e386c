import { basename } from 'node:path';
import type { Rule } from 'eslint';
import type { Position } from 'estree';

const plainWords = new Map([
  ['patience', 'timeout'],
  ['buried', 'removed'],
  ['bury', 'remove'],
  ['rubbish', 'temporary or orphaned files'],
  ['workshop', 'temporary folder'],
  ['farewell', 'shutdown notice'],
  ['standing', 'state'],
  ['standings', 'states'],
  ['calm', 'what the text is free of'],
  ['hopefully', 'what is certain'],
]);

/** Comments, names and file names use the field's own words. */
export const plainWordsOnly: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      word: 'Write {{plain}} instead of "{{word}}".',
      start: 'Begin with what the comment describes, not with "Of".',
    },
  },
  create: (context) => {
    const check = (text: string, loc: Position) => {
      for (const [word] of text.matchAll(/\p{Lu}?\p{Ll}+/gu)) {
        const plain = plainWords.get(word.toLowerCase());
        if (plain !== undefined) context.report({ loc, messageId: 'word', data: { word, plain } });
      }
    };
    return {
      Program() {
        check(basename(context.filename), { line: 1, column: 0 });
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          if (!loc) continue;
          check(value, loc.start);
          if (/^[\s*]*(Also of|Of) /.test(value)) {
            context.report({ loc, messageId: 'start' });
          }
        }
      },
      Identifier({ name, loc }) {
        if (loc) check(name, loc.start);
      },
    };
  },
};
