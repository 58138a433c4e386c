type JsonValue = string | number | boolean | readonly string[];

/** The fields of a form as JSON: numbers and checkboxes by their type; empty text is left out unless
 * the field has `data-keep-empty`. */
export function jsonOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
  const values: Record<string, JsonValue> = {};
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value !== 'string') continue;
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLSelectElement && control.multiple) {
      values[name] = [...((values[name] as string[] | undefined) ?? []), value];
    } else if (control instanceof HTMLInputElement && control.type === 'number') {
      if (value !== '') values[name] = Number(value);
    } else if (value !== '' || isKeptEmpty(control)) {
      values[name] = value;
    }
  }
  for (const control of form.elements) {
    const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
    if (isTick && control.name && !control.disabled) values[control.name] = control.checked;
  }
  return JSON.stringify(values);
}

/** The server's `field: problem; other: problem`, by field. */
export function problemsOf(detail: string, names: readonly string[]): Map<string, string> {
  const problems = new Map<string, string>();
  for (const part of detail.split('; ')) {
    const match = /^([\w.-]+): (.+)$/s.exec(part);
    const name = match?.[1];
    if (!match || name === undefined || !names.includes(name)) continue;
    problems.set(name, [problems.get(name), match[2]].filter(Boolean).join(' '));
  }
  return problems;
}

function isKeptEmpty(control: RadioNodeList | Element | null): boolean {
  return control instanceof HTMLElement && 'keepEmpty' in control.dataset;
}
