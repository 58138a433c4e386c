import * as z from 'zod/mini';
import type { Severity } from '../severity.ts';
import { markedBody } from './marked-body.ts';
import { badComments, readLine } from './read-comments.ts';
import { parseJson, type Imported } from './sarif.ts';

const schema = z.object({
  diagnostics: z.array(
    z.object({
      message: z._default(z.string(), ''),
      location: z.optional(
        z.object({
          path: z._default(z.string(), ''),
          range: z.optional(z.object({ start: z.optional(z.object({ line: z.unknown() })) })),
        }),
      ),
      severity: z.optional(z.unknown()),
      code: z.optional(z.object({ value: z._default(z.string(), '') })),
    }),
  ),
  severity: z.optional(z.unknown()),
});

// The values of the enum Severity in Reviewdog's schema, as names and as numbers.
const critical = new Set<unknown>(['ERROR', 1]);
const warning = new Set<unknown>(['WARNING', 2]);

/** Diagnostics in the Reviewdog Diagnostic Format. */
export function readRdjson(text: string): Imported {
  const { data } = schema.safeParse(parseJson(text));
  if (!data) throw badComments('The file is not Reviewdog JSON (rdjson)');
  const comments = data.diagnostics.flatMap(({ message, location, code, ...diagnostic }) => {
    const line = readLine(location?.range?.start?.line);
    const said = [code?.value, message].filter(Boolean).join(': ');
    if (!location?.path || line === undefined || said === '') return [];
    const severity = severityOf(diagnostic.severity ?? data.severity);
    return [{ path: location.path, line, body: markedBody(severity, said) }];
  });
  return { comments, skipped: data.diagnostics.length - comments.length };
}

function severityOf(value: unknown): Severity {
  if (critical.has(value)) return 'critical';
  return warning.has(value) ? 'warning' : 'suggestion';
}
