import { Failure, isFailure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { maxUrlLength, urlTooLong } from '#core/text/url.ts';
import { isLoopbackBind } from './settings.ts';
import type { CustomTool } from './custom-tool.ts';

type Needs = Pick<Platform, 'fetch' | 'environment'>;
type Values = Readonly<Record<string, unknown>>;

const maxAnswerBytes = 1024 * 1024;
const maxRedirects = 5;

/** Calls the tool's service. The result is always a text for the model: a failure is one too. */
export async function callTool(
  { fetch, environment }: Needs,
  { http }: CustomTool,
  values: Values,
  signal: AbortSignal,
): Promise<string> {
  try {
    const url = urlOf(http, values);
    const { body, type }: Body = http.method === 'GET' ? {} : bodyOf(http.body, values);
    const headers = Object.entries(http.headers).map(
      ([name, template]) => [name.toLowerCase(), fillHeader(template, values)] as const,
    );
    const reply = await fetch(url, {
      method: http.method,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...Object.fromEntries(headers),
      },
      ...(body !== undefined && { body }),
      timeoutMilliseconds: http.timeout_ms,
      maxBytes: maxAnswerBytes + 1,
      cut: true,
      redirects: maxRedirects,
      signal,
      // The caller of a loopback service is on this machine, and may name its own network. A redirect
      // to another private host is refused.
      trusted: isLoopbackBind(environment) && namesHost(http.url),
    });
    const text = answerOf(reply);
    return reply.status >= 200 && reply.status < 300 ? text : `HTTP ${reply.status}: ${text}`;
  } catch (error) {
    if (isFailure(error)) return `The tool failed: ${error.message}`;
    return `The tool failed: ${maskSecrets(error instanceof Error ? error.message : String(error))}`;
  }
}

function urlOf({ url, query }: CustomTool['http'], values: Values): string {
  const whole = new URL(fillUrl(url, values));
  if (!/^https?:$/.test(whole.protocol)) throw new Error('Only http and https URLs are called');
  for (const [name, template] of Object.entries(query)) {
    whole.searchParams.set(name, fillText(template, values));
  }
  if (whole.href.length > maxUrlLength) throw new Error(`The URL ${urlTooLong}`);
  return whole.href;
}

function answerOf(reply: FetchReply): string {
  if (reply.body.length <= maxAnswerBytes) return reply.text();
  // As a stream: a character that the cut splits is left out.
  const text = new TextDecoder().decode(reply.body.subarray(0, maxAnswerBytes), { stream: true });
  return `${text}\n[cut at 1 MiB]`;
}

/** Else the model chooses it: URL parsers skip further slashes. */
function namesHost(url: string): boolean {
  return /^https?:\/\/[^/?#\\{]+(?:[/?#\\]|$)/i.test(url);
}

interface Body {
  readonly body?: string;
  readonly type?: string;
}

function bodyOf(template: unknown, values: Values): Body {
  if (template === undefined) return {};
  const type = 'application/json';
  if (typeof template === 'string') return { body: fillJsonText(template, values), type };
  return { body: JSON.stringify(fillValue(template, values)), type };
}

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

function fillText(template: string, values: Values): string {
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
