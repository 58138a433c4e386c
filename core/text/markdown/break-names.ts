/** What breaks nowhere or has names of its own, and what may be narrow. */
const regions = /<(pre|svg)\b[^>]*>.*?<\/\1>|(<(code|h[1-6]|t[dh])\b[^>]*>)(.*?)(<\/\3>)/gs;
const longName = /[\w.:/@$]{16,}/g;
const flag = /<code>(--?[a-z\d-]{1,24})<\/code>/gi;
const joints = /(?<=\w[._:/])(?=\w{2})|(?<=[a-z\d]{2})(?=[A-Z][a-z\d])/g;

/** Lets long names in code, headings and tables break after dots, underscores and slashes, and
 * before capitals; keeps flags of commands whole. A break leaves no trace where the text is copied. The markup is ours: in it every
 * `<` begins a tag, and the text has no entity of 16 letters. */
export function breakNames(html: string): string {
  // Browsers would break after its hyphens.
  const whole = html.replace(flag, '<code class="whole">$1</code>');
  return whole.replace(regions, (...match) => {
    const [region, , open, , inner, close] = match as [string, ...(string | undefined)[]];
    if (inner === undefined) return region;
    const broken = inner.replace(/<[^>]*>|[^<]+/g, (part) =>
      part.startsWith('<') ? part : part.replace(longName, (name) => name.replace(joints, '<wbr>')),
    );
    return `${open}${broken}${close}`;
  });
}
