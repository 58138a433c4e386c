// What Jira Cloud accepts as Atlassian Document Format:
// developer.atlassian.com/cloud/jira/platform/apis/document/structure

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly Node[];
  readonly content?: readonly Node[];
}

const lists = ['bulletList', 'orderedList'];
const children: Readonly<Record<string, readonly string[]>> = {
  doc: ['paragraph', 'heading', 'codeBlock', 'rule', 'blockquote', ...lists],
  paragraph: ['text', 'hardBreak'],
  heading: ['text', 'hardBreak'],
  codeBlock: ['text'],
  blockquote: ['paragraph', 'codeBlock', ...lists],
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: ['paragraph', 'codeBlock', ...lists],
  text: [],
  hardBreak: [],
  rule: [],
};
const mayBeEmpty = new Set([
  'doc',
  'paragraph',
  'heading',
  'codeBlock',
  'text',
  'hardBreak',
  'rule',
]);
const marks = new Set(['strong', 'em', 'code', 'strike', 'link']);

/** Undefined: Jira takes it. */
export function documentProblem(document: unknown): string | undefined {
  const root = document as Node & { version?: unknown };
  if (typeof document !== 'object' || root?.type !== 'doc' || root.version !== 1) {
    return 'Operation value must be an Atlassian Document (see the Atlassian Document Format)';
  }
  return isValid(root) ? undefined : 'INVALID_INPUT';
}

function isValid(node: Node, parent?: string): boolean {
  const type = String(node.type);
  const allowed = children[type];
  const content = node.content ?? [];
  if (!allowed || (content.length === 0 && !mayBeEmpty.has(type))) return false;
  if (type === 'text' && (typeof node.text !== 'string' || node.text === '')) return false;
  if (type === 'heading' && ![1, 2, 3, 4, 5, 6].includes(node.attrs?.['level'] as number)) {
    return false;
  }
  if (type === 'listItem' && lists.includes(String(content[0]?.type))) return false;
  if (!areMarksValid(node.marks ?? [], parent)) return false;
  return content.every((child) => allowed.includes(String(child.type)) && isValid(child, type));
}

/** Code takes no other mark than a link; text of a code block takes none. */
function areMarksValid(list: readonly Node[], parent: string | undefined): boolean {
  const types = list.map(({ type }) => String(type));
  if (types.length > 0 && parent === 'codeBlock') return false;
  if (types.includes('code') && types.some((type) => type !== 'code' && type !== 'link')) {
    return false;
  }
  return (
    new Set(types).size === types.length &&
    list.every(({ type, attrs }) => {
      const href = attrs?.['href'];
      return marks.has(String(type)) && (type !== 'link' || /^https?:/.test(String(href)));
    })
  );
}
