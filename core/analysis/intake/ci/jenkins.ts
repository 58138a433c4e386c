import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readWebUrl, withoutSlashes } from '#core/text/url.ts';
import { askCi } from './ask-ci.ts';
import { childrenInConsole } from './console-children.ts';
import { artifactPath, childOf, jobPath } from './jenkins-path.ts';
import { lastBytes } from './last-bytes.ts';
import { casesIn } from './report-cases.ts';
import type { FailureInput } from '#core/analysis/base/schema/request.ts';
import type { Ci, CiAccess, CiBuild, CiChild } from './ci.ts';

const results: ReadonlyMap<string, NonNullable<CiBuild['result']>> = new Map([
  ['SUCCESS', 'success'],
  ['FAILURE', 'failure'],
  ['UNSTABLE', 'unstable'],
  ['ABORTED', 'aborted'],
]);

const optionalText = z.nullish(z.string());

const buildInfo = z.object({
  /** Every build has one: without it, it is another program's answer. */
  number: z.int(),
  building: z.optional(z.boolean()),
  result: optionalText,
  url: optionalText,
  artifacts: z.nullish(z.array(z.object({ relativePath: z.string() }))),
});

const started = z.object({
  result: optionalText,
  url: optionalText,
  jobName: optionalText,
  buildNumber: z.nullish(z.int()),
});
const children = z.object({
  subBuilds: z.nullish(z.array(started)),
  actions: z.nullish(
    z.array(z.nullable(z.object({ triggeredBuilds: z.nullish(z.array(started)) }))),
  ),
});

const reportCase = z.object({
  className: optionalText,
  name: optionalText,
  status: optionalText,
  duration: z.nullish(z.number()),
  errorDetails: optionalText,
  errorStackTrace: optionalText,
});

const caseTree = 'suites[cases[className,name,status,duration,errorDetails,errorStackTrace]]';
const trees = {
  build: 'number,url,result,building,artifacts[relativePath]',
  children: 'subBuilds[jobName,buildNumber,url,result],actions[triggeredBuilds[number,url,result]]',
  report: `${caseTree},childReports[result[${caseTree}]]`,
};

const mostReportBytes = 512 * 1024 * 1024;
/** Of all failures of a report: an analysis takes as many. */
const mostFailureCharacters = 50_000_000;
const mostConsoleBytes = 1024 * 1024 * 1024;

/** The REST API of Jenkins. `tree=` keeps the answers small; `consoleText` is the one form of the
 * console that Jenkins does not hold in its memory, and it knows no ranges. */
export function jenkins({ fetch }: Pick<Platform, 'fetch'>, access: CiAccess): Ci {
  const { user, password } = access;
  const base = withoutSlashes(access.url);
  const { host } = new URL(base);
  const login = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64');
  const hasLogin = user !== undefined || password !== undefined;
  const ask = askCi(fetch, access, {
    headers: hasLogin ? { authorization: `Basic ${login}` } : {},
    product: 'Jenkins',
  });

  const pathOf = ({ name, number }: CiChild) => `${jobPath(name)}/${number}/`;

  return {
    reach: () => ask.reach('/api/json?tree=mode'),

    async build(name, number) {
      const path = pathOf({ name, number });
      const info = await ask.read(`${path}api/json?tree=${trees.build}`, buildInfo);
      if (!info) return undefined;
      const { result, building } = info;
      const isOver = building !== true && result;
      const artifacts = info.artifacts ?? [];
      return {
        ...{ name, number, url: readWebUrl(info.url ?? '') ?? base + path },
        result: isOver ? (results.get(result) ?? 'other') : undefined,
        artifacts: artifacts.map(({ relativePath: path }) => ({ path, id: path })),
      };
    },

    async failures(build) {
      const failures: FailureInput[] = [];
      let characters = 0;
      const path = `${pathOf(build)}testReport/api/json?tree=${trees.report}`;
      await ask.receive(path, mostReportBytes, async (parts) => {
        try {
          for await (const each of casesIn(textOf(parts))) {
            const failure = failureOf(each);
            if (!failure) continue;
            characters += failure.error_message.length + failure.stack_trace.length;
            if (characters > mostFailureCharacters) throw tooManyFailures(host);
            failures.push(failure);
          }
        } catch (error) {
          if (error instanceof SyntaxError) throw ask.unreadable();
          throw error;
        }
      });
      return failures;
    },

    async console(build, maxBytes) {
      let text = '';
      await ask.receive(`${pathOf(build)}consoleText`, mostConsoleBytes, async (parts) => {
        text = await lastBytes(parts, maxBytes);
      });
      return text;
    },

    async failedChildren(build, console) {
      const info = await ask.read(`${pathOf(build)}api/json?tree=${trees.children}`, children);
      const named = [
        ...(info?.subBuilds ?? []),
        ...(info?.actions ?? []).flatMap((action) => action?.triggeredBuilds ?? []),
      ];
      const failed = named
        .filter(({ result }) => result === 'FAILURE' || result === 'UNSTABLE')
        .flatMap((each) => startedChild(each) ?? []);
      return unique(failed.length > 0 ? failed : childrenInConsole(console), build);
    },

    download: async (build, { id }, take, maxBytes) =>
      ask.download(`${pathOf(build)}artifact/${artifactPath(id)}`, maxBytes, take),
  };
}

async function* textOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of parts) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}

function failureOf(value: unknown): FailureInput | undefined {
  const parsed = reportCase.safeParse(value);
  if (!parsed.success) return undefined;
  const { className, name, status, duration, errorDetails, errorStackTrace } = parsed.data;
  if (status !== 'FAILED' && status !== 'REGRESSION') return undefined;
  const stack_trace = errorStackTrace ?? '';
  return {
    test_name: [className, name].filter(Boolean).join('.'),
    error_message: errorDetails || (/\S[^\n]*/.exec(stack_trace)?.[0].trimEnd() ?? ''),
    ...{ stack_trace, duration: Math.max(0, duration ?? 0), status },
  };
}

function tooManyFailures(host: string): Failure {
  const message = `The failures in the test report of ${host} have more than ${mostFailureCharacters} characters`;
  return new Failure('upstream', 'report_too_large', message);
}

/** The URL has the whole name, `jobName` sometimes only its end. */
function startedChild({ url, jobName, buildNumber }: z.output<typeof started>) {
  const child = childOf(url ?? '');
  if (child || !jobName || !buildNumber) return child;
  return { name: jobName, number: buildNumber };
}

function unique(children: readonly CiChild[], parent: CiBuild): CiChild[] {
  const keyOf = ({ name, number }: CiChild) => `${name}#${number}`;
  const byKey = new Map(children.map((child) => [keyOf(child), child]));
  byKey.delete(keyOf(parent));
  return [...byKey.values()];
}
