import type { Rule } from 'eslint';

/** `{ ...{ a, b } }` and `[...[a, b]]` only put several items on one line: they are written out. */
export const packingSpreads: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    schema: [],
    messages: { packed: 'A spread is for data: write the items of this literal directly.' },
  },
  create: (context) => ({
    SpreadElement(node) {
      const { argument, parent } = node;
      const isPacked =
        parent.type === 'ObjectExpression'
          ? argument.type === 'ObjectExpression'
          : argument.type === 'ArrayExpression';
      if (!isPacked) return;
      const source = context.sourceCode;
      context.report({
        node,
        messageId: 'packed',
        fix: (fixer) => {
          const items = source.getText(argument).slice(1, -1).trim().replace(/,$/, '');
          return items === '' ? null : fixer.replaceText(node, items);
        },
      });
    },
  }),
};
