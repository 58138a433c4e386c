import * as z from 'zod/mini';
import { markedBody, readMarker, type Severity, withoutMarker } from '../severity.ts';
import { badComments, readLine, type ReviewComment } from './read-comments.ts';

const location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string() }),
    region: z.object({ startLine: z.number() }),
  }),
});
const sarifLog = z.object({
  version: z.literal('2.1.0'),
  runs: z.array(
    z.object({
      results: z._default(
        z.array(
          z.object({
            ruleId: z.optional(z.string()),
            level: z._default(z.string(), 'warning'),
            message: z.object({ text: z._default(z.string(), '') }),
            locations: z._default(z.array(z.unknown()), []),
          }),
        ),
        [],
      ),
    }),
  ),
});

const severityOf: Readonly<Record<string, Severity>> = { error: 'critical', warning: 'warning' };
const levelOf = { critical: 'error', warning: 'warning', suggestion: 'note' } as const;

interface Imported {
  readonly comments: readonly ReviewComment[];
  /** Results without a file, a line or a text. */
  readonly skipped: number;
}

/** The results of a SARIF 2.1.0 log, each at its first location. */
export function readSarif(text: string): Imported {
  const { data } = sarifLog.safeParse(parseJson(text));
  if (!data) throw badComments('The file is not a SARIF 2.1.0 log');
  const results = data.runs.flatMap((run) => run.results);
  const comments = results.flatMap(({ ruleId, level, message, locations }) => {
    const place = location.safeParse(locations[0]).data?.physicalLocation;
    const line = readLine(place?.region.startLine);
    const sentence = [ruleId, message.text].filter(Boolean).join(': ');
    if (!place || line === undefined || sentence === '') return [];
    const body = markedBody(severityOf[level] ?? 'suggestion', sentence);
    return [{ path: pathOf(place.artifactLocation.uri), line, body }];
  });
  return { comments, skipped: results.length - comments.length };
}

/** The path of a relative reference; an absolute one stays as it is, and is found in no diff. */
function pathOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

export function writeSarif(comments: readonly ReviewComment[]): string {
  const results = comments.map(({ path, line, body }) => ({
    level: levelOf[readMarker(body).severity],
    message: { text: withoutMarker(body) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          region: { startLine: line },
        },
      },
    ],
  }));
  const log = {
    $sarifLog: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Lantern' } }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const diagnostics = z.object({
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
  const { data } = diagnostics.safeParse(parseJson(text));
  if (!data) throw badComments('The file is not Reviewdog JSON (rdjson)');
  const comments = data.diagnostics.flatMap(({ message, location, code, ...diagnostic }) => {
    const line = readLine(location?.range?.start?.line);
    const sentence = [code?.value, message].filter(Boolean).join(': ');
    if (!location?.path || line === undefined || sentence === '') return [];
    const severity = diagnosticSeverity(diagnostic.severity ?? data.severity);
    return [{ path: location.path, line, body: markedBody(severity, sentence) }];
  });
  return { comments, skipped: data.diagnostics.length - comments.length };
}

function diagnosticSeverity(value: unknown): Severity {
  if (critical.has(value)) return 'critical';
  return warning.has(value) ? 'warning' : 'suggestion';
}
