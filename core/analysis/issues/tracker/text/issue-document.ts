import {
  blocksOf,
  textOf,
  type MarkdownElement,
  type MarkdownNode,
} from '#core/text/markdown/tree.ts';
import { readHttpUrl } from '#core/text/url.ts';

/** A node of the Atlassian Document Format. Jira refuses a document with a wrong child:
 * developer.atlassian.com/cloud/jira/platform/apis/document/structure */
interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

export function documentOf(root: MarkdownElement): object {
  return { version: 1, type: 'doc', content: nodesOf(root, 'doc') };
}

/** Where blocks are: headings, rules and quotes are only at the top. */
type Place = 'doc' | 'inside';

function nodesOf(container: MarkdownElement, place: Place): Node[] {
  return blocksOf(container).flatMap((block) => nodes(block, place));
}

function nodes(block: MarkdownElement, place: Place): Node[] {
  switch (block.name) {
    case 'pre':
      return [{ type: 'codeBlock', content: texts(textOf(block).trimEnd(), []) }];
    case 'hr':
      return place === 'doc' ? [{ type: 'rule' }] : [];
    case 'blockquote': {
      const content = nodesOf(block, 'inside');
      if (place === 'inside' || content.length === 0) return content;
      return [{ type: 'blockquote', content }];
    }
    case 'ol':
    case 'ul': {
      const type = block.name === 'ol' ? 'orderedList' : 'bulletList';
      return [{ type, content: blocksOf(block).map(listItem) }];
    }
    case 'p': {
      const content = inline(block.children);
      return content.length === 0 ? [] : [paragraph(content)];
    }
    default: {
      if (place === 'inside') return [paragraph(inline(block.children, [{ type: 'strong' }]))];
      const level = Number(block.name.slice(1));
      return [{ type: 'heading', attrs: { level }, content: inline(block.children) }];
    }
  }
}

/** The first child must not be a list. */
function listItem(item: MarkdownElement): Node {
  const content = nodesOf(item, 'inside');
  const [first] = content;
  const isTextFirst = first !== undefined && !first.type.endsWith('List');
  return { type: 'listItem', content: isTextFirst ? content : [paragraph([]), ...content] };
}

function paragraph(content: readonly Node[]): Node {
  return { type: 'paragraph', content };
}

function inline(nodes: readonly MarkdownNode[], marks: readonly Node[] = []): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return texts(node, marks);
    const { name, attributes, children } = node;
    switch (name) {
      case 'strong':
      case 'em':
        return inline(children, added(marks, { type: name }));
      case 'del':
        return inline(children, added(marks, { type: 'strike' }));
      case 'code': {
        // Code takes no other mark than a link.
        const link = marks.filter((mark) => mark.type === 'link');
        return texts(textOf(node), [...link, { type: 'code' }]);
      }
      case 'br':
        return [{ type: 'hardBreak' }];
      case 'img': {
        const { src = '', alt = '' } = attributes;
        return texts(alt || src, linked(marks, src));
      }
      default:
        return inline(children, linked(marks, attributes['href'] ?? ''));
    }
  });
}

function added(marks: readonly Node[], mark: Node): Node[] {
  return [...marks.filter(({ type }) => type !== mark.type), mark];
}

function linked(marks: readonly Node[], href: string): readonly Node[] {
  if (!readHttpUrl(href)) return marks;
  return added(marks, { type: 'link', attrs: { href } });
}

/** Jira refuses an empty text. */
function texts(text: string, marks: readonly Node[]): Node[] {
  if (text === '') return [];
  return [{ type: 'text', text, ...(marks.length > 0 && { marks }) }];
}
