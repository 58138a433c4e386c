import { longestUrl, urlTooLong } from '#core/text/url.ts';
import { isFailure } from '../../platform/failure.ts';
import type { FetchReply } from '../../platform/ports/fetch.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { maskSecrets } from '../../text/mask.ts';
import { isLoopbackBind } from '../is-loopback-bind.ts';
import type { CustomTool } from './custom-tool.ts';
import { fillHeader, fillJsonText, fillUrl, fillValue, fillText } from './fill-template.ts';

type Needs = Pick<Platform, 'fetch' | 'environment'>;
type Values = Readonly<Record<string, unknown>>;

const longestAnswer = 1024 * 1024;
const mostRedirects = 5;

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
      ...{ maxBytes: longestAnswer + 1, cut: true, redirects: mostRedirects, signal },
      // The caller of a loopback service is on this machine, and may name its own network. A redirect
      // to another private host is refused.
      trusted: isLoopbackBind(environment) && namesHost(http.url),
    });
    const text = textOf(reply);
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
  if (whole.href.length > longestUrl) throw new Error(`The URL ${urlTooLong}`);
  return whole.href;
}

function textOf(reply: FetchReply): string {
  if (reply.body.length <= longestAnswer) return reply.text();
  // As a stream: a character that the cut splits is left out.
  const text = new TextDecoder().decode(reply.body.subarray(0, longestAnswer), { stream: true });
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
