/** Java and C with blanks for what functions do: only their heads are documented, and the grammars
 * need most of their time for bodies and stumble over them. All places remain. */
export function withoutBodies(text: string): string {
  let out = '';
  let copied = 0;
  let head = 0;
  let before = '';
  let canClose = true;
  for (let at = 0; at < text.length; at++) {
    const end = endOfQuote(text, at);
    // An open comment is the rest of the file.
    if (end === text.length) return out + text.slice(copied, at);
    if (end > at) {
      at = end;
      continue;
    }
    const character = text.charAt(at);
    if (character === '{' && canClose && isBody(before, text.slice(head, at))) {
      const close = closingBrace(text, at);
      canClose = close !== -1;
      if (canClose) {
        out += text.slice(copied, at + 1) + text.slice(at + 1, close).replace(/[^\n]/g, ' ');
        copied = close;
        at = close;
      }
    }
    if (/\s/.test(character)) continue;
    before = character;
    if (/[;{}]/.test(character)) head = at + 1;
  }
  return out + text.slice(copied);
}

const maxHead = 400;

/** Whether a brace begins what a function does. */
function isBody(before: string, head: string): boolean {
  const near = head.slice(-maxHead);
  const isCall =
    before === ')' || /\bthrows\s[^()]*$|\)\s*(?:const|noexcept|override|final)\s*$/.test(near);
  return isCall && !/\brecord\s+\w+\s*[<(]/.test(near);
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const end = endOfQuote(text, at);
    if (end > at) at = end;
    else if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

/** The last character of the comment, string or character that begins here; else the place itself. */
function endOfQuote(text: string, at: number): number {
  const first = text[at];
  if (first === '/' && text[at + 1] === '/') return before(text, '\n', at);
  if (first === '/' && text[at + 1] === '*') return last(text, '*/', at + 2);
  if (first !== '"' && first !== "'") return at;
  if (text.startsWith('"""', at)) return last(text, '"""', at + 3);
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === first) return end;
    // It is an apostrophe, such as that of `1'000`.
    else if (text[end] === '\n') return at;
  }
  return at;
}

function before(text: string, end: string, from: number): number {
  const index = text.indexOf(end, from);
  return index === -1 ? text.length : index - 1;
}

function last(text: string, end: string, from: number): number {
  const index = text.indexOf(end, from);
  return index === -1 ? text.length : index + end.length - 1;
}
