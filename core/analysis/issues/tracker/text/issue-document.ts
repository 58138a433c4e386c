import type { Token, Tokens } from 'marked';
import { readHttpUrl } from '#core/text/url.ts';
import { inlineToken } from './inline-token.ts';

/** A node of the Atlassian Document Format. Jira refuses a document with a wrong child:
 * developer.atlassian.com/cloud/jira/platform/apis/document/structure */
interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

export function documentOf(blocks: readonly Token[]): object {
  return { version: 1, type: 'doc', content: nodesOf(blocks, 'doc') };
}

/** Where blocks are: headings, rules and quotes are only at the top. */
type Place = 'doc' | 'inside';

function nodesOf(blocks: readonly Token[], place: Place): Node[] {
  return blocks.flatMap((block) => nodes(block as Tokens.Generic, place));
}

function nodes(block: Tokens.Generic, place: Place): Node[] {
  const inner = block.tokens ?? [];
  switch (block.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      if (place === 'inside') return [paragraph(inline(inner, [{ type: 'strong' }]))];
      return [
        { type: 'heading', attrs: { level: block['depth'] as number }, content: inline(inner) },
      ];
    case 'code':
      return [codeBlock(block['text'] as string)];
    case 'table':
      // As it was written: the columns of a table in Markdown are aligned.
      return [codeBlock(block.raw.trim())];
    case 'hr':
      return place === 'doc' ? [{ type: 'rule' }] : [];
    case 'blockquote': {
      const content = nodesOf(inner, 'inside');
      if (place === 'inside' || content.length === 0) return content;
      return [{ type: 'blockquote', content }];
    }
    case 'list': {
      const { ordered, items } = block as unknown as Tokens.List;
      return [{ type: ordered ? 'orderedList' : 'bulletList', content: items.map(listItem) }];
    }
    default: {
      const content = block.tokens ? inline(inner) : texts(block.raw.trim(), []);
      return content.length === 0 ? [] : [paragraph(content)];
    }
  }
}

/** The first child must not be a list. */
function listItem({ tokens }: Tokens.ListItem): Node {
  const content = nodesOf(tokens, 'inside');
  const [first] = content;
  const isTextFirst = first !== undefined && !first.type.endsWith('List');
  return { type: 'listItem', content: isTextFirst ? content : [paragraph([]), ...content] };
}

function paragraph(content: readonly Node[]): Node {
  return { type: 'paragraph', content };
}

function codeBlock(text: string): Node {
  return { type: 'codeBlock', content: texts(text, []) };
}

function inline(tokens: readonly Token[], marks: readonly Node[] = []): Node[] {
  return tokens.flatMap((token): Node[] => {
    const { type, inner, text, href, raw } = inlineToken(token);
    switch (type) {
      case 'strong':
        return inline(inner, added(marks, { type: 'strong' }));
      case 'em':
        return inline(inner, added(marks, { type: 'em' }));
      case 'del':
        return inline(inner, added(marks, { type: 'strike' }));
      case 'codespan':
        // Code takes no other mark than a link.
        return texts(text, [...marks.filter((mark) => mark.type === 'link'), { type: 'code' }]);
      case 'br':
        return [{ type: 'hardBreak' }];
      case 'image':
        return texts(text || href, linked(marks, href));
      case 'link':
        return inline(inner, linked(marks, href));
      case 'text':
      case 'escape':
        return inner.length > 0 ? inline(inner, marks) : texts(text.replaceAll('\n', ' '), marks);
      default:
        return texts(raw, marks);
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
