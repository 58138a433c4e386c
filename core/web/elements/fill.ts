/** Writes the values of an object, always as text, into the elements that name them:
 * `data-field="project.name"`. */
export function fill(region: Element, values: unknown): void {
  for (const element of region.querySelectorAll<HTMLElement>('[data-field]')) {
    const value = valueAt(values, element.dataset['field'] ?? '');
    if (value === undefined) continue;
    const text = textOf(value);
    if (element instanceof HTMLInputElement) element.value = text;
    else if (element.localName === 'lantern-progress') element.setAttribute('value', text);
    else if (element.textContent !== text) element.textContent = text;
  }
}

/** Replaces `{name}` in a sentence by the value. */
export function complete(
  sentence: string,
  values: unknown,
  encode = (text: string) => text,
): string {
  return sentence.replace(/\{([\w.]+)\}/g, (_, path: string) =>
    encode(textOf(valueAt(values, path) ?? '')),
  );
}

function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    return (value as Record<string, unknown>)[name];
  }, values);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}
