const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const characters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character])),
  '&#39;': "'",
};

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] as string);
}

/** The inverse of escapeText, which uses the same four entities as the markdown engine. */
export function unescapeText(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] as string);
}

/** The text of our own markup, in which every `<` begins a tag. */
export function textOfHtml(html: string): string {
  return unescapeText(html.replace(/<[^>]*>/g, ''));
}
