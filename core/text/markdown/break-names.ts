/** What breaks nowhere or has names of its own, and what may be narrow. */
const regions = /<(pre|svg)\b[^>]*>.*?<\/\1>|(<(code|h[1-6]|t[dh])\b[^>]*>)(.*?)(<\/\3>)/gs;
const longName = /[\w.:/@$]{16,}/g;
const joints = /(?<=\w[._:/])(?=\w{2})|(?<=[a-z\d]{2})(?=[A-Z][a-z\d])/g;

/** Lets long names in code, headings and tables break after dots, underscores and slashes, and
 * before capitals. A break leaves no trace where the text is copied. The markup is ours: in it every
 * `<` begins a tag, and the text has no entity of 16 letters. */
export function breakNames(html: string): string {
  return html.replace(regions, (...match) => {
    const [whole, , open, , inner, close] = match as [string, ...(string | undefined)[]];
    if (inner === undefined) return whole;
    const broken = inner.replace(/<[^>]*>|[^<]+/g, (part) =>
      part.startsWith('<') ? part : part.replace(longName, (name) => name.replace(joints, '<wbr>')),
    );
    return `${open}${broken}${close}`;
  });
}
