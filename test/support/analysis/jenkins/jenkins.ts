import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestCertificate } from '#test/support/http/certificate.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { picked } from './tree.ts';

// A small Jenkins. Paths, statuses and fields as in jenkins.io/doc/book/using/remote-access-api and in
// the sources of the core, of the JUnit and the multijob plugins.

export interface JenkinsCase {
  readonly className?: string | null;
  readonly name: string;
  readonly status: 'PASSED' | 'SKIPPED' | 'FAILED' | 'FIXED' | 'REGRESSION';
  readonly duration?: number;
  readonly errorDetails?: string | null;
  readonly errorStackTrace?: string | null;
}

export interface JenkinsBuild {
  result: string | null;
  building: boolean;
  console: string;
  /** Of the test report; undefined: there is none. */
  cases?: readonly JenkinsCase[];
  /** Reports of the parts of a matrix or maven build, in place of `cases`. */
  childReports?: readonly (readonly JenkinsCase[])[];
  /** Contents by path. */
  artifacts: Readonly<Record<string, string | Uint8Array>>;
  /** Further fields of the build. */
  more?: Readonly<Record<string, unknown>>;
}

export interface Jenkins {
  /** With a path, as some servers have one. */
  readonly url: string;
  readonly user: string;
  readonly token: string;
  /** `<method> <path>`, in order. */
  readonly requests: readonly string[];
  /** Adds a build, by default a failed one. `name` has its folders, separated by `/`. */
  add(name: string, number: number, build?: Partial<JenkinsBuild>): JenkinsBuild;
  /** The address of a build's page. */
  page(name: string, number: number): string;
  /** Answers in place of the real answer; undefined: it does not. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

const user = 'lantern';
const token = '11aa0f5e-the-token-of-jenkins';
const root = '/jenkins';

export async function startJenkins(certificate?: TestCertificate): Promise<Jenkins> {
  /** By path below the root. */
  const builds = new Map<string, JenkinsBuild & { readonly number: number }>();
  const server = await httpTarget((request, response) => {
    if (jenkins.fault?.(request, response)) return;
    answer(request, response);
  }, certificate);
  const url = `${server.origin}${root}`;
  const pathOf = (name: string, number: number) =>
    `${name
      .split('/')
      .map((part) => `/job/${encodeURIComponent(part)}`)
      .join('')}/${number}/`;
  const jenkins: Jenkins = {
    ...{
      url,
      user,
      token,
      requests: server.requests,
      fault: undefined,
      close: () => server.close(),
    },
    add(name, number, build = {}) {
      const added = {
        ...{ number, result: 'FAILURE', building: false, console: '', artifacts: {} },
        ...build,
      };
      builds.set(pathOf(name, number), added);
      return added;
    },
    page: (name, number) => `${url}${pathOf(name, number)}`,
  };
  return jenkins;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const { authorization } = request.headers;
    const expected = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
    const page = (status: number, text: string) =>
      void response.writeHead(status, { 'content-type': 'text/html;charset=utf-8' }).end(text);
    const json = (value: unknown) => {
      const tree = searchParams.get('tree');
      response.writeHead(200, { 'content-type': 'application/json;charset=utf-8' });
      response.end(JSON.stringify(tree === null ? value : picked(value, tree)));
    };
    if (authorization === undefined) return page(403, 'Authentication required');
    if (authorization !== expected) return page(401, 'Invalid password/token for user');
    if (request.method !== 'GET') return page(403, 'No valid crumb was included in the request');
    if (pathname === `${root}/api/json`) return json({ mode: 'NORMAL', useCrumbs: true });

    const [, whole] = /^\/jenkins((?:\/job\/[^/]+)+)\/api\/json$/.exec(pathname) ?? [];
    if (whole !== undefined) {
      const all = [...builds].filter(([path]) => path.replace(/\d+\/$/, '') === `${whole}/`);
      const newest = all.toSorted(([, one], [, other]) => other.number - one.number);
      if (all.length === 0) return page(404, 'Not Found');
      return json({ builds: newest.map(([path, build]) => infoOf(build, url + path)) });
    }
    const [, job, number, rest = ''] =
      /^\/jenkins((?:\/job\/[^/]+)+)\/(\d+)(\/.*)?$/.exec(pathname) ?? [];
    const build = builds.get(`${job}/${number}/`);
    if (!build) return page(404, 'Not Found');
    if (rest === '') {
      response.writeHead(302, { location: `${pathname}/` }).end();
    } else if (rest === '/api/json') {
      json(infoOf(build, `${url}${job}/${number}/`));
    } else if (rest === '/consoleText') {
      response.writeHead(200, { 'content-type': 'text/plain;charset=UTF-8' }).end(build.console);
    } else if (rest === '/testReport/api/json' && (build.cases ?? build.childReports)) {
      json(reportOf(build));
    } else if (rest.startsWith('/artifact/')) {
      const content = build.artifacts[decodeURIComponent(rest.slice('/artifact/'.length))];
      if (content === undefined) return page(404, 'Not Found');
      response.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content);
    } else page(404, 'Not Found');
  }
}

function infoOf(build: JenkinsBuild & { readonly number: number }, url: string) {
  const { number, result, building, artifacts, more } = build;
  const list = Object.keys(artifacts).map((relativePath) => ({
    ...{ displayPath: relativePath, fileName: relativePath.split('/').at(-1), relativePath },
  }));
  return { actions: [{}, null], ...{ number, url, result, building, artifacts: list }, ...more };
}

function reportOf({ cases, childReports }: JenkinsBuild) {
  const suites = (all: readonly JenkinsCase[]) => [
    {
      name: 'suite',
      cases: all.map((each) => ({ age: 1, stdout: 'a lot of output', testActions: [], ...each })),
    },
  ];
  if (!childReports) return { failCount: 1, suites: suites(cases ?? []) };
  const reports = childReports.map((all, at) => ({
    child: { number: at },
    result: { suites: suites(all) },
  }));
  return { failCount: 1, childReports: reports };
}
