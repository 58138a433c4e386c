import * as z from 'zod/mini';
import { readMarker, withoutMarker, type Severity } from '../severity.ts';
import { markedBody } from './marked-body.ts';
import { badComments, readLine, type ReviewComment } from './read-comments.ts';

const location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string() }),
    region: z.object({ startLine: z.number() }),
  }),
});
const schema = z.object({
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

export interface Imported {
  readonly comments: readonly ReviewComment[];
  /** Results without a file, a line or a text. */
  readonly skipped: number;
}

/** The results of a SARIF 2.1.0 log, each at its first location. */
export function readSarif(text: string): Imported {
  const { data } = schema.safeParse(parseJson(text));
  if (!data) throw badComments('The file is not a SARIF 2.1.0 log');
  const results = data.runs.flatMap((run) => run.results);
  const comments = results.flatMap(({ ruleId, level, message, locations }) => {
    const place = location.safeParse(locations[0]).data?.physicalLocation;
    const line = readLine(place?.region.startLine);
    const said = [ruleId, message.text].filter(Boolean).join(': ');
    if (!place || line === undefined || said === '') return [];
    const body = markedBody(severityOf[level] ?? 'suggestion', said);
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
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Lantern' } }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
