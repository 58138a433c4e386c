import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readWebUrl, withoutSlashes } from '#core/text/url.ts';
import { askCi } from './ask-ci.ts';
import { hiddenNote } from './hidden-note.ts';
import { changesUntil, newestBuilds, newestTree } from './jenkins-changes.ts';
import { readLines } from './read-lines.ts';
import type { FailureInput } from '../../base/schema/request.ts';
import type { Ci, CiAccess, CiBuild, CiChild } from './ci.ts';
import { text as textOf } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

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

const suites = z.nullish(z.array(z.object({ cases: z.nullish(z.array(z.unknown())) })));
const report = z.object({
  suites,
  childReports: z.nullish(z.array(z.object({ result: z.nullish(z.object({ suites })) }))),
});

const caseTree = 'suites[cases[className,name,status,duration,errorDetails,errorStackTrace]]';
const trees = {
  build: 'number,url,result,building,artifacts[relativePath]',
  children: 'subBuilds[jobName,buildNumber,url,result],actions[triggeredBuilds[number,url,result]]',
  report: `${caseTree},childReports[result[${caseTree}]]`,
};

/** The cases that passed are in it too: as many as 300,000. */
const maxReportBytes = 64 * 1024 * 1024;
/** Characters of all failures of a report: an analysis takes as many. */
const maxFailureCharacters = 50_000_000;
const maxConsoleBytes = 1024 * 1024 * 1024;

/** The REST API of Jenkins. `tree=` keeps the answers small; `consoleText` is the one form of the
 * console that Jenkins does not hold in its memory, and it knows no ranges. */
export function jenkins(needs: Pick<Platform, 'fetch' | 'clock'>, access: CiAccess): Ci {
  const { user, password } = access;
  const base = withoutSlashes(access.url);
  const { host } = new URL(base);
  const login = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64');
  const hasLogin = user !== undefined || password !== undefined;
  const ask = askCi(needs, access, {
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
        name,
        number,
        url: readWebUrl(info.url ?? '') ?? base + path,
        result: isOver ? (results.get(result) ?? 'other') : undefined,
        artifacts: artifacts.map(({ relativePath: path }) => ({ path, id: path })),
      };
    },

    async report(build) {
      const path = `${pathOf(build)}testReport/api/json?tree=${trees.report}`;
      let cases: unknown[] = [];
      await ask.receive(path, maxReportBytes, async (parts) => {
        cases = casesIn(await textOf(parts));
      });
      const tests = cases.flatMap((each) => testOf(each) ?? []);
      const failures = tests.filter(({ status }) => failedStatuses.includes(status));
      const characters = failures.reduce(
        (sum, { error_message, stack_trace }) => sum + error_message.length + stack_trace.length,
        0,
      );
      if (characters > maxFailureCharacters) throw tooManyFailures(host);
      const passed = tests.filter(({ status }) => passedStatuses.includes(status));
      return { failures, passed: passed.map(({ test_name }) => test_name) };

      function casesIn(text: string): unknown[] {
        try {
          const { childReports, ...own } = report.parse(JSON.parse(text));
          const reports = [own, ...(childReports ?? []).map(({ result }) => result)];
          const suites = reports.flatMap((each) => each?.suites ?? []);
          return suites.flatMap((suite) => suite.cases ?? []);
        } catch {
          throw ask.unreadable();
        }
      }
    },

    async console(build, onLine) {
      await ask.receive(`${pathOf(build)}consoleText`, maxConsoleBytes, (parts) =>
        readLines(parts, onLine),
      );
    },

    async failedChildren(build, console) {
      const info = await ask.read(`${pathOf(build)}api/json?tree=${trees.children}`, children);
      const builds = [
        ...(info?.subBuilds ?? []),
        ...(info?.actions ?? []).flatMap((action) => action?.triggeredBuilds ?? []),
      ];
      const failed = builds
        .filter(({ result }) => result === 'FAILURE' || result === 'UNSTABLE')
        .flatMap((each) => startedChild(each) ?? []);
      return unique(failed.length > 0 ? failed : childrenInConsole(console), build);
    },

    async changes({ name, number }) {
      const path = `${jobPath(name)}/api/json?tree=${newestTree}`;
      const builds = await ask.read(path, newestBuilds);
      return builds && changesUntil(builds, number);
    },

    download: async (build, { id }, take, maxBytes) =>
      ask.download(`${pathOf(build)}artifact/${artifactPath(id)}`, maxBytes, take),
  };
}

const failedStatuses = ['FAILED', 'REGRESSION'];
const passedStatuses = ['PASSED', 'FIXED'];

function testOf(value: unknown): FailureInput | undefined {
  const parsed = reportCase.safeParse(value);
  if (!parsed.success) return undefined;
  const { className, name, status, duration, errorDetails, errorStackTrace } = parsed.data;
  if (!status) return undefined;
  const stack_trace = errorStackTrace ?? '';
  return {
    test_name: [className, name].filter(Boolean).join('.'),
    error_message: errorDetails || (/\S[^\n]*/.exec(stack_trace)?.[0].trimEnd() ?? ''),
    stack_trace,
    duration: Math.max(0, duration ?? 0),
    status,
  };
}

function tooManyFailures(host: string): Failure {
  const message = `The failures in the test report of ${host} have more than ${maxFailureCharacters} characters`;
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

const maxPathLength = 1_000;

/** `a/b` is the job b in the folder a: `/job/a/job/b`. */
function jobPath(name: string): string {
  return encodedParts(name, 'The job name')
    .map((part) => `/job/${part}`)
    .join('');
}

/** The path of an artifact below its build. */
function artifactPath(path: string): string {
  return encodedParts(path, 'The path of an artifact').join('/');
}

/** The job and build of a build's URL, whatever its host: a server may know itself by another
 * address. Undefined: it is no URL of a build. */
function childOf(url: string): CiChild | undefined {
  const [, path = '', number] =
    /((?:job\/[^/?#]+\/)+)(\d{1,9})\/?$/.exec(url.slice(0, 2 * maxPathLength)) ?? [];
  if (number === undefined) return undefined;
  try {
    const parts = path.split('/').filter((part, at) => at % 2 === 1);
    return { name: parts.map(decodeURIComponent).join('/'), number: Number(number) };
  } catch {
    return undefined;
  }
}

/** A URL drops empty parts, `.` and `..`, and would lead to another page. */
function encodedParts(path: string, what: string): string[] {
  const parts = path.split('/');
  const isUsable = (part: string) => !['', '.', '..'].includes(part) && part.isWellFormed();
  if (path.length <= maxPathLength && parts.every(isUsable) && !/[\0-\x1f\x7f]/.test(path)) {
    return parts.map(encodeURIComponent);
  }
  const message = `${what} must be names separated by / without empty parts, . and ..`;
  throw new Failure('invalid', 'bad_name', message);
}

const htmlTag = /<\/?[a-z][^<>]{0,2000}>/gi;
const completed = /\bBuild (.{1,1000}?) #(\d{1,9}) completed: (?:FAILURE|UNSTABLE)\b/;
const maxLineLength = 10_000;

/** The failed builds of console lines such as `Build folder » job #7 completed: FAILURE`. */
function childrenInConsole(console: string): CiChild[] {
  const children: CiChild[] = [];
  for (const line of console.split('\n')) {
    if (!line.includes(' completed: ') || line.length > maxLineLength) continue;
    const text = stripVTControlCharacters(line.replace(hiddenNote, '')).replace(htmlTag, '');
    const [, name = '', number] = completed.exec(text) ?? [];
    if (number === undefined) continue;
    children.push({ name: name.split(' » ').join('/'), number: Number(number) });
  }
  return children;
}
