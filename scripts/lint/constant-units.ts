import type { Rule } from 'eslint';
import type { Expression, VariableDeclarator } from 'estree';

const bare = /^(most|longest|shortest|largest|tries|together|top|seconds|minutes|hours|days)$/;
const comparison = /^(most|longest)[A-Z]/;
const timeWithoutUnit = /(timeout|delay|interval|pause|wait|lease|ttl)$/i;

/** Constants are in camel case; a maximum says `max`, and a time says its unit. */
export const constantUnits: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      upperCase: 'Constants are in camel case.',
      bare: 'Say of what "{{name}}" is the number, with its unit (retryDelayMs, maxNames).',
      max: 'Write "max" for the highest allowed value.',
    },
  },
  create: (context) => ({
    'VariableDeclaration[kind="const"] > VariableDeclarator'(node: VariableDeclarator) {
      if (node.id.type !== 'Identifier' || !node.init) return;
      const { name } = node.id;
      const report = (messageId: string) =>
        context.report({ node: node.id, messageId, data: { name } });
      if (/^[A-Z][A-Z\d]+(_[A-Z\d]+)*$/.test(name)) report('upperCase');
      if (!isNumber(node.init)) return;
      if (bare.test(name) || timeWithoutUnit.test(name)) report('bare');
      if (comparison.test(name)) report('max');
    },
  }),
};

function isNumber(node: Expression): boolean {
  return node.type === 'BinaryExpression'
    ? isNumber(node.right) && node.operator === '*'
    : node.type === 'Literal' && typeof node.value === 'number';
}
