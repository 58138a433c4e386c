import { dirname, relative, resolve } from 'node:path';
import type { Rule } from 'eslint';
import type { Node } from 'estree';

const root = resolve(import.meta.dirname, '../..');

/** Imports are relative inside a room and begin with `#` across rooms. */
export const importStyle: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    schema: [],
    messages: { style: 'Write this import as "{{specifier}}".' },
  },
  create: (context) => {
    const file = relative(root, context.filename);
    const check = (node: Node | null | undefined) => {
      if (node?.type !== 'Literal' || typeof node.value !== 'string') return;
      const target = pathOf(file, node.value);
      if (target === undefined) return;
      const specifier = specifierOf(file, target);
      if (specifier === node.value) return;
      context.report({
        node,
        messageId: 'style',
        data: { specifier },
        fix: (fixer) => fixer.replaceText(node, `'${specifier}'`),
      });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
    };
  },
};

function pathOf(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name));
  return name.startsWith('#') ? name.slice(1) : undefined;
}

function specifierOf(file: string, target: string): string {
  const hasShortForm = /^(core|functions|test)\//.test(target);
  if (hasShortForm && roomOf(file) !== roomOf(target)) return `#${target}`;
  const path = relative(dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** `core/docs` of `core/docs/pages/home.ts`; `functions` of `functions/rows.ts`; `scripts`. */
function roomOf(file: string): string {
  const [top = '', ...rest] = file.split('/');
  const isDivided = top === 'core' || (top === 'functions' && rest.length > 1);
  return isDivided ? `${top}/${rest[0]}` : top;
}
