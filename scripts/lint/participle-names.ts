import type { Rule, Scope } from 'eslint';
import type { Pattern } from 'estree';

const participles = new Set(
  (
    'asked begun chosen counted filed folded found given gone held judged kept known left listed ' +
    'lost made met named noted placed put said seen sent taken told wanted won written'
  ).split(' '),
);

/** A value is named by a noun: `page`, not `found`; `user`, not `known`. */
export const participleNames: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { participle: 'Name what "{{name}}" is, not how it came here.' },
  },
  create: (context) => ({
    'Program:exit'() {
      for (const { name, defs } of context.sourceCode.scopeManager.scopes.flatMap(
        ({ variables }) => variables,
      )) {
        const definition = defs[0];
        if (definition === undefined || !participles.has(name) || isNamedElsewhere(definition)) {
          continue;
        }
        context.report({ node: definition.name, messageId: 'participle', data: { name } });
      }
    },
  }),
};

/** A property taken by its own name, an import or a function, or the `left` of a `right`. */
function isNamedElsewhere({ type, name, node }: Scope.Definition): boolean {
  if (type !== 'Variable' && type !== 'Parameter') return true;
  const parent = (name as Rule.Node).parent;
  const property = parent?.type === 'AssignmentPattern' ? parent.parent : parent;
  if (property?.type === 'Property' && property.shorthand) return true;
  const siblings: readonly (Pattern | null)[] =
    property?.type === 'ArrayPattern' ? property.elements : 'params' in node ? node.params : [];
  return siblings.some((each) => {
    const sibling = each?.type === 'AssignmentPattern' ? each.left : each;
    return sibling?.type === 'Identifier' && sibling.name === 'right';
  });
}
