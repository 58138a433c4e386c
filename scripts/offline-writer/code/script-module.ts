import type { SyntaxNode } from '@lezer/common';
import { scriptDoc } from './doc-comment.ts';
import { noDoc, type Declaration, type Export, type ModuleApi } from './declaration.ts';
import { describe } from './script-declaration.ts';
import { brief, childrenOf, type SourceFile } from './syntax.ts';
import { fileOf } from '../repository/repository.ts';

/** A TypeScript or JavaScript module, ESM or CommonJS. */
export function readScriptModule(file: SourceFile): ModuleApi {
  const { flat, nodes } = file;
  const [stem = ''] = fileOf(file.path).split('.');
  const declared = new Map<string, Declaration>();
  const imports: Export[] = [];
  const exports: Export[] = [];
  for (const node of nodes) {
    if (node.name === 'ImportDeclaration') imports.push(...importsOf(flat(node)));
    else if (node.name === 'ExportDeclaration') readExport(node);
    else if (node.name === 'ExpressionStatement') readAssignment(node);
    else {
      const isRequire = node.name === 'VariableDeclaration' && readRequire(flat(node));
      if (!isRequire) declare(node, node);
    }
  }
  return { declarations: declared, exports, imports };

  function readExport(node: SyntaxNode) {
    const code = flat(node);
    const from = fromOf(code);
    const origin = from === undefined ? {} : { from };
    const star = /^export\s+(?:type\s+)?\*(?:\s*as\s+([\w$]+))?/.exec(code);
    const value = /^export\s*(?:default|=)/.test(code) && childrenOf(node).findLast(isValue);
    if (star) exports.push({ name: star[1] ? `${star[1]}.*` : '*', local: '*', ...origin });
    else if (/^export\s+(?:type\s*)?\{/.test(code)) {
      exports.push(...namesIn(code).map((each) => ({ ...each, ...origin })));
    } else if (value) exportValue('default', value, node);
    else {
      const names = childrenOf(node).flatMap((child) => declare(child, node));
      exports.push(...names.map((name) => ({ name, local: name })));
    }
  }

  /** `x = require('…')`, `{ a, b: c } = require('…')`, and `x = module.exports = …`. */
  function readRequire(code: string): boolean {
    const [, names = '', from = ''] =
      /^(?:var|let|const)\s+([\w$]+|\{[^{}]*\})\s*=\s*require\(\s*['"]([^'"]+)['"]\s*\)$/.exec(
        code,
      ) ?? [];
    const own = /^(?:var|let|const)\s+([\w$]+)\s*=\s*(?:exports\s*=\s*)?module\.exports\s*=/.exec(
      code,
    )?.[1];
    if (own !== undefined) exports.push({ name: 'default', local: own });
    else if (names.startsWith('{')) {
      imports.push(...namesIn(names.replace(/:/g, ' as ')).map((each) => ({ ...each, from })));
    } else if (names !== '') imports.push({ name: names, local: 'default', from });
    return names !== '';
  }

  /** `owner.name = function …` and `owner.prototype.name = function …`. */
  function readMember(target: string, value: SyntaxNode, statement: SyntaxNode) {
    const [, owner = '', name = ''] = /^([\w$]+)(?:\.prototype)?\.([\w$]+)$/.exec(target) ?? [];
    const declaration = declared.get(owner);
    if (!declaration || name.startsWith('_')) return;
    const [method] = describe(file, value, statement, name);
    if (method?.kind !== 'function') return;
    const signature = (method.signatures[0] ?? name)
      .replace(/^(?:async )?function\s*/, '')
      .replace(/\s*\n\s*/g, ' ');
    const { doc, path, line } = method;
    const own = { name, signature: signature.replace(/^[\w$]*(?=\()/, name), doc, path, line };
    declared.set(owner, { ...declaration, members: [...declaration.members, own] });
  }

  /** `module.exports = …` and `exports.name = …`. */
  function readAssignment(statement: SyntaxNode) {
    const targets: string[] = [];
    let value: SyntaxNode | null = statement.firstChild;
    for (; value?.name === 'AssignmentExpression'; value = value.lastChild) {
      targets.push(flat(value.firstChild));
    }
    const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(targets[0] ?? '')?.[1];
    if (!value) return;
    if (name !== undefined) exportValue(name, value, statement);
    else if (!targets.includes('module.exports'))
      return readMember(targets[0] ?? '', value, statement);
    else if (value.name !== 'ObjectExpression') exportValue('default', value, statement);
    for (const property of value.getChildren('Property')) {
      const key = flat(property.getChild('PropertyDefinition'));
      const own = property.lastChild;
      if (key && own) exportValue(key, own.name === 'Block' ? property : own, property);
    }
  }

  function exportValue(name: string, value: SyntaxNode, statement: SyntaxNode) {
    const code = flat(value);
    const from = /^require\(\s*['"]([^'"]+)['"]\s*\)$/.exec(code)?.[1];
    const isForeign = imports.some((each) => each.name === code && !each.from?.startsWith('.'));
    if (from?.startsWith('.')) {
      exports.push({ name, local: 'default', from });
      // A module of CommonJS is its default export, with all others on it.
      if (name === 'default') exports.push({ name: '*', local: '*', from });
    } else if (/^[\w$]+$/.test(code) && !isForeign) exports.push({ name, local: code });
    else {
      const names = declare(value, statement, name === 'default' ? stem : name);
      exports.push(...names.map((local) => ({ name, local })));
      if (names.length === 0 && name !== 'default')
        exports.push({ name, local: declareValue(name, code, statement) });
    }
  }

  /** What another package has is shown as it is written. */
  function declareValue(name: string, code: string, statement: SyntaxNode): string {
    const local = `exports.${name}`;
    const doc = scriptDoc(file, statement);
    const signatures = [brief(`${name} = ${code}`, ' = …')];
    declared.set(local, {
      name,
      kind: 'value',
      doc,
      ...file.placeOf(statement),
      signatures,
      members: [],
    });
    return local;
  }

  /** Adds what a statement declares, and returns the names. `outer` has the comment above it. */
  function declare(node: SyntaxNode, outer: SyntaxNode, fallback = ''): string[] {
    return describe(file, node, outer, fallback).map((declaration) => {
      const before = declared.get(declaration.name);
      // The implementation of overloads is no signature.
      const isBody = before?.kind === 'function' && node.getChild('Block') !== null;
      if (!isBody) declared.set(declaration.name, before ? join(before, declaration) : declaration);
      return declaration.name;
    });
  }
}

const maxOverloads = 50;

/** Overloads, parts of an interface, or a type and a value with the same name. */
function join(before: Declaration, declaration: Declaration): Declaration {
  if (before.signatures.length >= maxOverloads) return before;
  return {
    ...before,
    signatures: [...before.signatures, ...declaration.signatures],
    doc: before.doc === noDoc ? declaration.doc : before.doc,
    members: [...before.members, ...declaration.members],
  };
}

function isValue({ name }: SyntaxNode): boolean {
  return name !== ';' && !name.endsWith('Comment') && name !== '⚠';
}

function fromOf(code: string): string | undefined {
  return /\bfrom\s*['"]([^'"]+)['"]$/.exec(code)?.[1];
}

function importsOf(code: string): Export[] {
  const from = fromOf(code);
  if (from === undefined) return [];
  const whole = /^import\s+(?:type\s+)?([\w$]+)\s*(?:,|from\b)/.exec(code)?.[1];
  const names = whole === undefined ? [] : [{ name: whole, local: 'default' }];
  return [...names, ...namesIn(code)].map((each) => ({ ...each, from }));
}

/** The names in `{ local as name, type other }`. */
function namesIn(code: string): { name: string; local: string }[] {
  const inner = code.slice(code.indexOf('{') + 1, code.lastIndexOf('}'));
  return inner.split(',').flatMap((part) => {
    const [, local, name] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
    return local === undefined ? [] : [{ local, name: name ?? local }];
  });
}
