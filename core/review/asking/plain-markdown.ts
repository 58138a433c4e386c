/** Fenced blocks that are closed, and code between single backticks. */
const code = /(^```[^\n`]*\n[^]*?^```[^\S\n]*$|(?<![\\`])`[^`\n]+`(?!`))/m;

/**
 * A model's text without what acts by itself when it is read: mentions notify people, images load
 * from other hosts, HTML hides text. Code keeps its characters.
 */
export function plainMarkdown(text: string): string {
  const parts = text.split(code);
  return parts.map((part, at) => (at % 2 === 0 ? plain(part) : part)).join('');
}

function plain(text: string): string {
  return text
    .replaceAll(/@(?=[\w-])/g, '@\u200b')
    .replaceAll('![', '!\\[')
    .replaceAll(/<(?=[a-z!/?])/gi, '&lt;');
}
