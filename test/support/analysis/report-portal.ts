import type { RequestListener } from 'node:http';
import type { TestCertificate } from '#test/support/http/certificate.ts';
import { httpTarget, type HttpTarget } from '#test/support/http/http-target.ts';

// ReportPortal's REST API as its service-api answers: what that refuses is refused here.

export const portalToken = 'lantern_portal-token-0123456789';
export const portalProject = 'shop';

interface Issue {
  issueType: string;
  comment?: string | undefined;
  autoAnalyzed?: boolean;
  ignoreAnalyzer?: boolean;
  externalSystemIssues?: { ticketId: string; btsUrl: string; btsProject: string; url: string }[];
}

export interface FakeItem {
  readonly id: number;
  readonly launchId: number;
  readonly name: string;
  readonly codeRef?: string;
  readonly type: string;
  readonly status: string;
  readonly hasChildren: boolean;
  readonly hasStats: boolean;
  issue?: Issue;
}

interface FakeLaunch {
  readonly id: number;
  readonly startTime: number;
  readonly description?: string;
  readonly attributes?: readonly { readonly key: string; readonly value: string }[];
}

export interface FakePortal extends HttpTarget {
  readonly launches: FakeLaunch[];
  readonly items: FakeItem[];
  /** Locators by group, the default one first. */
  readonly subTypes: Record<string, { locator: string; shortName: string }[]>;
  /** The number of items in each update that was accepted. */
  readonly updates: number[];
  /** Adds a failed step and gives its id. */
  fail(name: string, more?: Partial<FakeItem>): number;
  issue(id: number): Issue | undefined;
  /** Answers in place of the portal; returns false to let it answer. */
  interfere?: (...call: [...Parameters<RequestListener>, body: string]) => boolean;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const most = 300;
const refuse = (status: number, message: string): Answer => ({
  status,
  body: { errorCode: status * 100, message },
});

export async function fakePortal(certificate?: TestCertificate): Promise<FakePortal> {
  const launches: FakeLaunch[] = [];
  const items: FakeItem[] = [];
  const updates: number[] = [];
  const subTypes: FakePortal['subTypes'] = {
    TO_INVESTIGATE: [{ locator: 'ti001', shortName: 'TI' }],
    PRODUCT_BUG: [{ locator: 'pb_9f3k', shortName: 'PB' }],
    AUTOMATION_BUG: [{ locator: 'ab001', shortName: 'AB' }],
    SYSTEM_ISSUE: [{ locator: 'si001', shortName: 'SI' }],
    NO_DEFECT: [{ locator: 'nd001', shortName: 'ND' }],
  };

  function answer(method: string, url: URL, token: string | undefined, body: string): Answer {
    if (token !== `Bearer ${portalToken}`) return refuse(401, `Full authentication: ${token}`);
    const [, project, route] = /^\/api\/v1\/([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    if (route === undefined) return refuse(404, 'No such resource');
    if (project !== portalProject) return refuse(403, 'You do not have enough permissions.');
    const query = Object.fromEntries(url.searchParams);
    switch (`${method} ${route}`) {
      case 'GET settings':
        return { status: 200, body: { project: 1, subTypes } };
      case 'GET launch':
        return paged(
          launches.toSorted((a, b) => b.startTime - a.startTime),
          query,
          launchFilters,
        );
      case 'GET item':
        return paged(items, query, itemFilters);
      case 'PUT item':
        return update(JSON.parse(body) as { issues: { testItemId: number; issue: Issue }[] });
      default:
        return refuse(405, 'Method not allowed');
    }
  }

  function update({ issues }: { issues: { testItemId: number; issue: Issue }[] }): Answer {
    if (issues.length === 0 || issues.length > most) {
      return refuse(400, `Incorrect Request. [Field 'issues' size must be between 0 and ${most}]`);
    }
    const locators = Object.values(subTypes).flatMap((group) => group.map((each) => each.locator));
    const wrong = issues.flatMap(({ testItemId, issue }) => {
      const item = items.find(({ id }) => id === testItemId);
      if (!item) return [`test item '${testItemId}' is not found`];
      if (!locators.includes(issue.issueType)) return [`Issue Type '${issue.issueType}' not found`];
      if (item.status === 'PASSED' || item.hasChildren || !item.issue) {
        return [`Cannot update issue type for test item '${testItemId}'`];
      }
      const tickets = issue.externalSystemIssues ?? [];
      const isWhole = tickets.every((each) =>
        [each.ticketId, each.btsUrl, each.btsProject, each.url].every(Boolean),
      );
      return isWhole ? [] : ['Incorrect Request: a ticket lacks a field'];
    });
    // One wrong item, and nothing is written.
    if (wrong.length > 0) return refuse(400, wrong.join('; '));
    for (const { testItemId, issue } of issues) {
      const item = items.find(({ id }) => id === testItemId);
      if (item) item.issue = { ...item.issue, ...issue };
    }
    updates.push(issues.length);
    return { status: 200, body: issues.map(({ issue }) => issue) };
  }

  const target = await httpTarget((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      if (portal.interfere?.(request, response, body)) return;
      const url = new URL(request.url ?? '', 'http://portal');
      const { status, body: reply } = answer(
        ...([request.method ?? '', url, request.headers.authorization, body] as const),
      );
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply));
    });
  }, certificate);
  const portal: FakePortal = {
    ...{ ...target, launches, items, subTypes, updates },
    fail(name, more = {}) {
      const id = 1_000 + items.length;
      items.push({
        ...{ id, name, launchId: 1, type: 'STEP', status: 'FAILED', hasChildren: false },
        ...{ hasStats: true, issue: { issueType: 'ti001', autoAnalyzed: false }, ...more },
      });
      return id;
    },
    issue: (id) => items.find((item) => item.id === id)?.issue,
  };
  return portal;
}

type Filters<Row> = Readonly<Record<string, (row: Row, value: string) => boolean>>;

const launchFilters: Filters<FakeLaunch> = {
  'filter.cnt.description': ({ description = '' }, value) =>
    like(description.toLowerCase(), value.toLowerCase()),
  'filter.any.attributeValue': ({ attributes = [] }, value) =>
    attributes.some((each) => value.split(',').includes(each.value)),
};

const itemFilters: Filters<FakeItem> = {
  'filter.eq.launchId': ({ launchId }, value) => String(launchId) === value,
  'filter.eq.type': ({ type }, value) => type === value,
  'filter.eq.status': ({ status }, value) => status === value,
};

/** SQL's LIKE with `%` around: `_` is any character. */
function like(text: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replaceAll('_', '.').replaceAll('%', '.*')).test(text);
}

function paged<Row>(
  all: readonly Row[],
  query: Record<string, string>,
  filters: Filters<Row>,
): Answer {
  const { 'page.page': page = '1', 'page.size': size = '20', 'page.sort': sort, ...rest } = query;
  if (Number(size) > most) return refuse(400, `Page size must not exceed ${most}`);
  if (!/^(?:startTime,desc|id,asc)$/.test(sort ?? '')) return refuse(400, 'Incorrect sorting');
  const unknown = Object.keys(rest).find((name) => !filters[name]);
  if (unknown !== undefined) return refuse(400, `Incorrect filtering parameters: ${unknown}`);
  const rows = all.filter((row) =>
    Object.entries(rest).every(([name, value]) => filters[name]?.(row, value)),
  );
  const totalPages = Math.ceil(rows.length / Number(size));
  const from = (Number(page) - 1) * Number(size);
  const content = rows.slice(from, from + Number(size));
  return {
    status: 200,
    body: { content, page: { number: Number(page), size, totalElements: rows.length, totalPages } },
  };
}
