import * as z from 'zod/mini';
import { maxUrlLength, urlTooLong } from '#core/text/url.ts';

const template = z.string('must be a text').check(z.maxLength(100_000));
const templates = z.record(z.string(), template, 'must be an object of texts');
const scalar = z.pipe(z.union([template, z.number(), z.boolean()]), z.transform(String));
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
const milliseconds = z.number('must be a number').check(z.positive(), z.maximum(600_000));

/** How a tool calls its HTTP service. Templates contain `{name}` for an argument of the tool. */
const toolCall = z.object({
  method: z.enum(methods, `must be one of ${methods.join(', ')}`),
  url: z
    .string('must be a text')
    .check(
      z.regex(/^(?:https?:\/\/[^\s/?#\\]|\{)/i, 'must name a scheme and a host'),
      z.maxLength(maxUrlLength, urlTooLong),
    ),
  headers: z._default(templates, {}),
  query: z._default(z.record(z.string(), scalar, 'must be an object'), {}),
  /** Text, or a value whose texts are templates. */
  body: z.optional(z.unknown()),
  timeout_ms: z._default(milliseconds, 30_000),
});

export const customTool = z.object({
  name: z
    .string('must be a text')
    .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')),
  description: z.string('must be a text'),
  parameters: z.record(z.string(), z.unknown(), 'must be a JSON schema of an object'),
  http: toolCall,
});
export type CustomTool = z.output<typeof customTool>;

const bothSpellings = [
  ['query', 'queryParams', 'query_params'],
  ['body', 'bodyTemplate', 'body_template'],
  ['timeout_ms', 'timeoutMs', 'timeout_ms'],
] as const;

/** As the interface has it: some keys may be written in two ways, and camelCase wins. */
export function readCustomTool(value: unknown): CustomTool | undefined {
  const http = objectOf(objectOf(value)?.['http']);
  if (!http) return undefined;
  const { method, url, headers } = http;
  const values = bothSpellings.flatMap(([name, camel, snake]) => {
    const value = http[camel] ?? http[snake];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const parsed = customTool.safeParse({
    ...objectOf(value),
    http: { method, url, headers, ...Object.fromEntries(values) },
  });
  return parsed.success && parsed.data.parameters['type'] === 'object' ? parsed.data : undefined;
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
