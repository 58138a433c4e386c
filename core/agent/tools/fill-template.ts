import { Failure } from '../../platform/failure.ts';

type Values = Readonly<Record<string, unknown>>;

const placeholder = /\{([A-Za-z_]\w*)\}/g;
const onePlaceholder = /^\{([A-Za-z_]\w*)\}$/;

/** Only what the model named itself counts, nothing that every object has. */
function valueOf(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fill(template: string, values: Values, escape: (text: string) => string): string {
  return template.replace(placeholder, (_whole, name: string) =>
    escape(textOf(valueOf(values, name))),
  );
}

/** A step such as `..`, also in the spelling that URL parsers take for it. */
const pathStep = /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i;

/** Everything is percent-encoded, slashes of a path included: an argument stays one part. */
export function fillUrl(template: string, values: Values): string {
  const url = fill(template, values, (text) => encodeURIComponent(text.toWellFormed()));
  if (pathStep.test(url) && !pathStep.test(template)) {
    throw new Failure('invalid', 'path_step', 'An argument leads to another folder of the URL');
  }
  return url;
}

/** Without line breaks, which would begin another header. */
export function fillHeader(template: string, values: Values): string {
  return fill(template, values, (text) => text).replace(/[^\t\x20-\x7e\u0080-\u00ff]/g, '');
}

export function fillText(template: string, values: Values): string {
  return fill(template, values, (text) => text);
}

/** A body that is text is JSON mostly: texts are escaped as inside of a JSON string. */
export function fillJsonText(template: string, values: Values): string {
  return template.replace(placeholder, (_whole, name: string) => {
    const value = valueOf(values, name);
    const json = JSON.stringify(value ?? (value === undefined ? '' : null));
    return typeof value === 'string' || value === undefined ? json.slice(1, -1) : json;
  });
}

/** A text that is one placeholder takes the value with its type. */
export function fillValue(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const [, name] = onePlaceholder.exec(template) ?? [];
    return name === undefined ? fillText(template, values) : (valueOf(values, name) ?? null);
  }
  if (Array.isArray(template)) return template.map((part) => fillValue(part, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, part]) => [key, fillValue(part, values)]),
  );
}
