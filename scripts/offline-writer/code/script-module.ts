import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Declaration, type Export, type ModuleApi } from './declaration.ts';
import { fileComment, scriptDoc } from './doc-comment.ts';
import { describe } from './script-declaration.ts';
import { childrenOf, isComment, placeOf, type SourceFile } from './syntax.ts';
import { fileOf } from '../repository.ts';

/** A TypeScript or JavaScript module, ESM or CommonJS. */
export function readScriptModule(file: SourceFile): ModuleApi {
  const { nodes, path } = file;
  const stem = fileOf(path).replace(/\..*$/, '');
  const declared = new Map<string, Declaration>();
  const imports: Export[] = [];
  const exports: Export[] = [];
  for (const node of nodes) {
    if (node.name === 'ImportDeclaration') imports.push(...importsOf(textOf(file, node)));
    else if (node.name === 'ExportDeclaration') readExport(node);
    else if (node.name === 'ExpressionStatement') readAssignment(node);
    else declare(node, node);
  }
  return {
    path,
    about: fileComment(file),
    declarations: [...declared.values()],
    ...{ exports, imports },
  };

  function readExport(node: SyntaxNode) {
    const code = textOf(file, node);
    const from = /\bfrom\s*['"]([^'"\n]+)['"]\s*;?$/.exec(code)?.[1];
    const assigned = /^export\s*=\s*([\w$]+)/.exec(code)?.[1];
    const star = /^export\s+(?:type\s+)?\*(?:\s*as\s+([\w$]+))?/.exec(code);
    const origin = from === undefined ? {} : { from };
    if (star) {
      exports.push({ name: star[1] === undefined ? '*' : `${star[1]}.*`, local: '*', ...origin });
    } else if (/^export\s+(?:type\s*)?\{/.test(code)) {
      exports.push(...namesIn(code).map(({ name, local }) => ({ name, local, ...origin })));
    } else if (assigned !== undefined) exports.push({ name: 'default', local: assigned });
    else if (node.getChild('default')) {
      const value = childrenOf(node).findLast(
        (each) => !/^;$|^⚠/.test(each.name) && !isComment(each),
      );
      const names = value ? declare(value, node, stem) : [];
      const local = value?.name === 'VariableName' ? textOf(file, value) : (names[0] ?? '');
      if (local !== '') exports.push({ name: 'default', local });
    } else {
      for (const child of childrenOf(node)) {
        for (const name of declare(child, node)) exports.push({ name, local: name });
      }
    }
  }

  /** `module.exports = …`, `exports.name = …`, and `Name.part = …` of an exported name. */
  function readAssignment(statement: SyntaxNode) {
    let node = statement.getChild('AssignmentExpression');
    if (!node) return;
    const target = textOf(file, node.firstChild as SyntaxNode);
    const targets = [target];
    while (node.lastChild?.name === 'AssignmentExpression') {
      node = node.lastChild;
      targets.push(textOf(file, node.firstChild as SyntaxNode));
    }
    const value = node.lastChild as SyntaxNode;
    const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(target)?.[1];
    if (name !== undefined) {
      exportValue(name, value, statement);
    } else if (targets.includes('module.exports')) readModuleExports(value, statement);
    else addMember(target, value, statement);
  }

  function readModuleExports(value: SyntaxNode, statement: SyntaxNode) {
    if (value.name !== 'ObjectExpression') exportValue('default', value, statement);
    for (const property of value.getChildren('Property')) {
      const key = property.getChild('PropertyDefinition');
      const own = property.lastChild as SyntaxNode;
      if (key) exportValue(textOf(file, key), own.name === 'Block' ? property : own, property);
    }
  }

  function exportValue(name: string, value: SyntaxNode, statement: SyntaxNode) {
    const code = textOf(file, value);
    const from = /^require\(\s*['"]([^'"\n]+)['"]\s*\)$/.exec(code)?.[1];
    if (from !== undefined) exports.push({ name, local: 'default', from });
    else if (/^[\w$]+$/.test(code)) exports.push({ name, local: code });
    else {
      for (const local of declare(value, statement, name === 'default' ? stem : name)) {
        exports.push({ name, local });
      }
    }
  }

  function addMember(target: string, value: SyntaxNode, statement: SyntaxNode) {
    const [, owner = '', name = ''] = /^([\w$]+)\.(?:prototype\.)?([\w$]+)$/.exec(target) ?? [];
    const declaration = declared.get(owner);
    if (!declaration || name.startsWith('_')) return;
    const [made] = describe(file, value, statement, name);
    const signature = made?.kind === 'function' ? (made.signatures[0] as string) : name;
    const member = {
      name,
      signature,
      doc: scriptDoc(file, statement),
      ...placeOf(file, statement),
    };
    declared.set(owner, { ...declaration, members: [...declaration.members, member] });
  }

  /** Adds what a statement declares, and returns the names. `outer` has the comment above it. */
  function declare(node: SyntaxNode, outer: SyntaxNode, fallback = ''): string[] {
    return describe(file, node, outer, fallback).map((made) => {
      const before = declared.get(made.name);
      const isBody = before?.kind === 'function' && node.getChild('Block') !== null;
      if (!before) declared.set(made.name, made);
      else if (!isBody) {
        declared.set(made.name, {
          ...before,
          signatures: [...before.signatures, ...made.signatures],
          doc: before.doc === noDoc ? made.doc : before.doc,
          members: [...before.members, ...made.members],
        });
      }
      return made.name;
    });
  }
}

function importsOf(code: string): Export[] {
  const from = /['"]([^'"\n]+)['"]\s*;?$/.exec(code)?.[1];
  if (from === undefined) return [];
  const head = code.slice(0, code.length - from.length).replace(/^import\s+(?:type\s+)?/, '');
  const whole = /^([\w$]+)\s*(?:,|from\b)/.exec(head)?.[1];
  const names = namesIn(head);
  return [...(whole === undefined ? [] : [{ name: whole, local: 'default' }]), ...names].map(
    (each) => ({ ...each, from }),
  );
}

/** The names in `{ local as name, type other }`. */
function namesIn(code: string): { name: string; local: string }[] {
  const inner = code.slice(code.indexOf('{') + 1, code.lastIndexOf('}'));
  return inner.split(',').flatMap((part) => {
    const match = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part);
    return match ? [{ local: match[1] as string, name: match[2] ?? (match[1] as string) }] : [];
  });
}

function textOf(file: SourceFile, { from, to }: SyntaxNode): string {
  return file.flat(from, to);
}
