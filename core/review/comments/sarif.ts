import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { jsonValue } from '#core/text/json.ts';
import { readUrl } from '#core/text/url.ts';
import { markedBody, readMarker, type Severity, withoutMarker } from '../severity.ts';
import { badComments, type Imported, readLine, type ReviewComment } from './read-comments.ts';

const location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string(), uriBaseId: z.optional(z.string()) }),
    region: z.object({ startLine: z.number() }),
  }),
});
const text = z.catch(z.string(), '');
const index = z.catch(z.number(), -1);
const rule = z.object({
  id: text,
  defaultConfiguration: z.optional(z.object({ level: text })),
  messageStrings: z.catch(z.record(z.string(), z.object({ text })), {}),
});
const reference = z.object({ id: text, index, toolComponent: z.optional(z.object({ index })) });
const component = z.object({ rules: z.catch(z.array(rule), []) });
const result = z.object({
  ruleId: text,
  ruleIndex: index,
  rule: z.catch(z.optional(reference), undefined),
  kind: z._default(z.string(), 'fail'),
  level: text,
  baselineState: text,
  message: z.object({ text, markdown: text, id: text, arguments: z.catch(z.array(text), []) }),
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
type Rule = z.output<typeof rule>;
type Result = z.output<typeof result>;
type Place = z.output<typeof location>['physicalLocation']['artifactLocation'];

const noProblems = new Set(['pass', 'notApplicable', 'informational']);
const severityOf: Readonly<Record<string, Severity>> = { error: 'critical', warning: 'warning' };
const levelOf = { critical: 'error', warning: 'warning', suggestion: 'note' } as const;

/** The problems of a SARIF 2.1.0 log, each at its first location. `root`: the folder whose
 * files have absolute addresses in the log. */
export function readSarif(text: string, root: string): Imported {
  const { data } = sarifLog.safeParse(jsonValue(text));
  if (!data) throw badComments('The file is not a SARIF 2.1.0 log');
  const all = data.runs.flatMap((each) =>
    each.results.filter(isProblem).map((one) => ({ run: each, result: one })),
  );
  const comments = all.flatMap(({ run, result }) => {
    const place = location.safeParse(result.locations[0]).data?.physicalLocation;
    const line = readLine(place?.region.startLine);
    const { id, defaultConfiguration, messageStrings } = ruleOf(run, result);
    const sentence = [id, textOf(result, messageStrings)].filter(Boolean).join(': ');
    if (!place || line === undefined || sentence === '') return [];
    const level = result.level || defaultConfiguration?.level || 'warning';
    const severity = result.kind === 'fail' ? severityOf[level] : undefined;
    const body = markedBody(severity ?? 'suggestion', sentence);
    return [{ path: pathOf(place.artifactLocation, run, root), line, body }];
  });
  return { comments, skipped: all.length - comments.length };
}

/** A suppression that nobody has accepted yet does not count. */
function isProblem({ kind, baselineState, suppressions: all }: Result): boolean {
  if (noProblems.has(kind) || baselineState === 'absent') return false;
  return all.length === 0 || all.some(({ status = 'accepted' }) => status !== 'accepted');
}

/** The rule with the id that the result has, else the one at its index. */
function ruleOf({ tool: { driver, extensions } }: Run, { rule, ...result }: Result) {
  const name = result.ruleId || (rule?.id ?? '');
  const rules = [driver, ...extensions].flatMap((each) => each.rules);
  // `CA1000/1` is a part of the rule CA1000.
  const byName = rules.find(({ id }) => id !== '' && (name === id || name.startsWith(`${id}/`)));
  const component = extensions[rule?.toolComponent?.index ?? -1] ?? driver;
  const own = byName ?? component.rules[Math.max(result.ruleIndex, rule?.index ?? -1)];
  return { ...own, id: name || own?.id };
}

/** With its arguments, if any, for `{0}`, and a brace for `{{`. */
function textOf({ message }: Result, strings: Rule['messageStrings'] = {}): string {
  const { id, arguments: values } = message;
  const text = message.text || strings[id]?.text || message.markdown;
  if (values.length === 0) return text;
  return text.replace(/\{\{|\}\}|\{(\d{1,3})\}/g, (part, at?: string) =>
    at === undefined ? part.slice(1) : (values[Number(at)] ?? part),
  );
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
