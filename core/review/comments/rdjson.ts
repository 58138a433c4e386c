import * as z from 'zod/mini';
import { jsonValue } from '#core/text/json.ts';
import { markedBody, type Severity } from '../severity.ts';
import { badComments, type Imported, readLine, type Suggestion } from './read-comments.ts';

const position = z.object({ line: z.optional(z.unknown()), column: z.optional(z.unknown()) });
const range = z.object({ start: z.optional(position), end: z.optional(position) });
const suggestion = z.object({ range, text: z._default(z.string(), '') });
const diagnostics = z.object({
  diagnostics: z.array(
    z.object({
      message: z._default(z.string(), ''),
      location: z.optional(
        z.object({ path: z._default(z.string(), ''), range: z.optional(range) }),
      ),
      severity: z.optional(z.unknown()),
      suggestions: z.catch(z.array(suggestion), []),
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
  const { data } = diagnostics.safeParse(jsonValue(text));
  if (!data) throw badComments('The file is not Reviewdog JSON (rdjson)');
  const comments = data.diagnostics.flatMap(({ message, location, code, ...diagnostic }) => {
    const line = readLine(location?.range?.start?.line);
    const sentence = [code?.value, message].filter(Boolean).join(': ');
    if (!location?.path || line === undefined || sentence === '') return [];
    const severity = diagnosticSeverity(diagnostic.severity ?? data.severity);
    const suggestions = diagnostic.suggestions.flatMap(suggestionOf);
    const body = markedBody(severity, sentence);
    return [{ path: location.path, line, body, ...(suggestions.length > 0 && { suggestions }) }];
  });
  return { comments, skipped: data.diagnostics.length - comments.length };
}

const maxSuggestion = 5_000;

/** Without an end, the range is a place between two characters, or the line. */
function suggestionOf({ range, text }: z.output<typeof suggestion>): Suggestion[] {
  const { start, end } = range;
  const startLine = readLine(start?.line);
  const startColumn = readLine(start?.column);
  const endLine = end ? readLine(end.line) : startLine;
  const endColumn = end ? readLine(end.column) : startColumn;
  if (startLine === undefined || endLine === undefined || endLine < startLine) return [];
  if (text.length > maxSuggestion) return [];
  return [{ startLine, endLine, startColumn, endColumn, text }];
}

function diagnosticSeverity(value: unknown): Severity {
  if (critical.has(value)) return 'critical';
  return warning.has(value) ? 'warning' : 'suggestion';
}
