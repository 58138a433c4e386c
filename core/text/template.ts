import mustache from 'mustache';

/** Fills a mustache template. `escape` escapes values for the target: HTML, markdown, a prompt.
 * Values are text and lists, never functions. */
export function fill(template: string, view: object, escape: (value: string) => string): string {
  return mustache.render(template, view, undefined, { escape: (value) => escape(String(value)) });
}

type Token = readonly [kind: string, value: string, ...rest: unknown[]];

/** Text, comments and changes of the delimiters. */
const nameless = new Set(['text', '!', '=']);

/** The names that a template uses, such as `title` of {{title}}. Throws for a template that cannot
 * be parsed. */
export function namesIn(template: string): Set<string> {
  const names = new Set<string>();
  const collect = (tokens: readonly Token[]) => {
    for (const [kind, value, , , inner] of tokens) {
      if (!nameless.has(kind)) names.add(value);
      if (Array.isArray(inner)) collect(inner as Token[]);
    }
  };
  collect(mustache.parse(template));
  return names;
}
