/** Writes the texts of an object into the elements that name them: `data-field="username"`. */
export function fill(region: Element, values: unknown): void {
  for (const element of region.querySelectorAll<HTMLElement>('[data-field]')) {
    element.textContent = textAt(values, element.dataset['field'] ?? '') ?? element.textContent;
  }
}

/** Replaces `{name}` in a sentence by the value. */
export function complete(
  sentence: string,
  values: unknown,
  encode = (text: string) => text,
): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => encode(textAt(values, name) ?? ''));
}

function textAt(values: unknown, name: string): string | undefined {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) {
    return undefined;
  }
  const value = (values as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
