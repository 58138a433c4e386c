import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { jsonValue } from '#core/text/json.ts';
import { readUrl } from '#core/text/url.ts';
import { markedBody, readMarker, type Severity, withoutMarker } from '../severity.ts';
import type { Imported } from './imported.ts';
import { badComments, readLine, type ReviewComment } from './read-comments.ts';

const location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string(), uriBaseId: z.optional(z.string()) }),
    region: z.object({ startLine: z.number() }),
  }),
});
const rule = z.object({
  id: z._default(z.string(), ''),
  defaultConfiguration: z.optional(z.object({ level: z.optional(z.string()) })),
});
const component = z.object({ rules: z.catch(z.array(rule), []) });
const result = z.object({
  ruleId: z.optional(z.string()),
  ruleIndex: z.optional(z.number()),
  level: z.optional(z.string()),
  message: z.object({ text: z._default(z.string(), '') }),
  locations: z._default(z.array(z.unknown()), []),
  suppressions: z.catch(z.array(z.object({ status: z.optional(z.string()) })), []),
});
const tool = z.object({
  driver: z.catch(component, { rules: [] }),
  extensions: z.catch(z.array(component), []),
});
const run = z.object({
  tool: z.catch(tool, { driver: { rules: [] }, extensions: [] }),
  originalUriBaseIds: z.catch(z.record(z.string(), z.object({ uri: z.optional(z.string()) })), {}),
  results: z._default(z.array(result), []),
});
const sarifLog = z.object({ version: z.literal('2.1.0'), runs: z.array(run) });

type Run = z.output<typeof run>;
type Result = z.output<typeof result>;
type Place = z.output<typeof location>['physicalLocation']['artifactLocation'];

const severityOf: Readonly<Record<string, Severity>> = { error: 'critical', warning: 'warning' };
const levelOf = { critical: 'error', warning: 'warning', suggestion: 'note' } as const;

/** The results of a SARIF 2.1.0 log that are not suppressed, each at its first location. `root`: the
 * folder whose files have absolute addresses in the log. */
export function readSarif(text: string, root: string): Imported {
  const { data } = sarifLog.safeParse(jsonValue(text));
  if (!data) throw badComments('The file is not a SARIF 2.1.0 log');
  const all = data.runs.flatMap((each) =>
    each.results.filter((one) => !isSuppressed(one)).map((one) => ({ run: each, result: one })),
  );
  const comments = all.flatMap(({ run, result }) => {
    const { ruleId, message, locations } = result;
    const place = location.safeParse(locations[0]).data?.physicalLocation;
    const line = readLine(place?.region.startLine);
    const sentence = [ruleId, message.text].filter(Boolean).join(': ');
    if (!place || line === undefined || sentence === '') return [];
    const body = markedBody(severityOf[levelIn(run, result)] ?? 'suggestion', sentence);
    return [{ path: pathOf(place.artifactLocation, run, root), line, body }];
  });
  return { comments, skipped: all.length - comments.length };
}

/** A suppression that nobody has accepted yet does not count. */
function isSuppressed({ suppressions }: Result): boolean {
  return (
    suppressions.length > 0 &&
    suppressions.every(({ status = 'accepted' }) => status === 'accepted')
  );
}

function levelIn({ tool: { driver, extensions } }: Run, result: Result): string {
  const { level, ruleId = '', ruleIndex = -1 } = result;
  const rules = [driver, ...extensions].flatMap((each) => each.rules);
  // `CA1000/1` is a part of the rule CA1000.
  const byName = rules.find(
    ({ id }) => id !== '' && (ruleId === id || ruleId.startsWith(`${id}/`)),
  );
  const own = byName ?? (ruleId === '' ? driver.rules[ruleIndex] : undefined);
  return level ?? own?.defaultConfiguration?.level ?? 'warning';
}

/** The path of a relative reference, or of a file below the root; any other address stays as it is,
 * and is found in no diff. */
function pathOf({ uri, uriBaseId = '' }: Place, run: Run, root: string): string {
  const base = run.originalUriBaseIds[uriBaseId]?.uri;
  const address = readUrl(uri) ?? (base === undefined ? undefined : readUrl(base + uri));
  const folder = decoded(pathToFileURL(`${root}/`).href);
  const absolute = decoded(address?.href ?? '');
  return absolute.startsWith(folder) ? absolute.slice(folder.length) : decoded(uri);
}

function decoded(uri: string): string {
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
