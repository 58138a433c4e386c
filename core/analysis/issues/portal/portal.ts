import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Fetch } from '#core/platform/ports/fetch.ts';
import { withoutSlashes } from '#core/text/url.ts';
import { maskSecrets } from '#core/text/mask.ts';
import type { Classification } from '../../base/schema/detail.ts';

// ReportPortal's REST API, version 1.

/** The most that the portal takes or gives at once. */
export const maxTogether = 300;
const maxPages = 100;
const maxBytes = 32 * 1024 * 1024;
const maxProblemLength = 300;

const text = z.nullish(z.string());

const ticket = z.object({ ticketId: z.string(), btsUrl: text, btsProject: text, url: text });

const itemSchema = z.object({
  id: z.int(),
  name: z.nullish(z.string()),
  codeRef: text,
  hasChildren: z.nullish(z.boolean()),
  /** False: a nested step, which has no defect of its own. */
  hasStats: z.nullish(z.boolean()),
  issue: z.nullish(
    z.object({
      issueType: z.string(),
      comment: text,
      autoAnalyzed: z.nullish(z.boolean()),
      ignoreAnalyzer: z.nullish(z.boolean()),
      externalSystemIssues: z.nullish(z.array(ticket)),
    }),
  ),
});
export type PortalItem = z.output<typeof itemSchema>;

const launchSchema = z.object({
  id: z.int(),
  description: text,
  attributes: z.nullish(z.array(z.object({ value: text }))),
});

const subTypes = z.nullish(z.array(z.object({ locator: z.string(), shortName: text })));
const settingsSchema = z.object({
  subTypes: z.object({
    PRODUCT_BUG: subTypes,
    AUTOMATION_BUG: subTypes,
    SYSTEM_ISSUE: subTypes,
  }),
});

/** The project's defect types that stand for a class; absent: it has none. */
export type Locators = ReadonlyMap<Classification, string>;

export interface DefectUpdate {
  readonly testItemId: number;
  readonly issue: {
    readonly issueType: string;
    readonly comment: string;
    readonly autoAnalyzed: boolean;
    readonly ignoreAnalyzer: boolean;
    /** All of the item: those that are missing here are unlinked. */
    readonly externalSystemIssues?: readonly z.output<typeof ticket>[];
  };
}

export interface PortalAccess {
  /** The operator's environment names it: it may have a private address (S4). */
  readonly url: string;
  readonly token: string;
  readonly project: string;
  readonly verifyTls: boolean;
  readonly signal: AbortSignal;
}

/** Calls throw Failure('upstream') with a message that names the host. */
export interface Portal {
  /** Ids of the launches that name the build in their description or an attribute, the newest
   * first. */
  launches(buildUrl: string): Promise<readonly number[]>;
  /** The failed steps of a launch that may have a defect. */
  failedSteps(launch: number): Promise<readonly PortalItem[]>;
  locators(): Promise<Locators>;
  /** At most 300 items; repeated: the same state. */
  update(issues: readonly DefectUpdate[]): Promise<void>;
}

export function reportPortal({ fetch }: { readonly fetch: Fetch }, access: PortalAccess): Portal {
  const { url, token, project, verifyTls, signal } = access;
  const base = `${url}/api/v1/${encodeURIComponent(project)}`;
  const { host } = new URL(url);

  async function call<Body>(
    schema: z.ZodMiniType<Body>,
    path: string,
    body?: object,
  ): Promise<Body> {
    const reply = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'PUT', body: JSON.stringify(body) }),
      verifyTls,
      signal,
      maxBytes,
      trusted: true,
    });
    const answer = parsed(reply.text());
    if (reply.status !== 200) throw refusal(host, reply.status, answer, token);
    const checked = schema.safeParse(answer);
    if (checked.success) return checked.data;
    throw new Failure(
      'upstream',
      'unreadable',
      `${host} gave an answer that cannot be read as ReportPortal’s`,
    );
  }

  async function all<Row>(
    row: z.ZodMiniType<Row>,
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Row[]> {
    const schema = z.object({ content: z.array(row), page: z.object({ totalPages: z.int() }) });
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const all = { ...query, 'page.page': String(page), 'page.size': String(maxTogether) };
      const answer = await call(schema, `${path}?${new URLSearchParams(all).toString()}`);
      rows.push(...answer.content);
      if (page >= answer.page.totalPages || page === maxPages) return rows;
    }
  }

  return {
    async launches(buildUrl) {
      const plain = withoutSlashes(buildUrl);
      const sorted = { 'page.sort': 'startTime,desc' };
      // Both filters find more than asked: the first is a pattern in which `_` is any character.
      const filters = [
        { 'filter.cnt.description': plain },
        { 'filter.any.attributeValue': `${plain},${plain}/` },
      ];
      for (const filter of filters) {
        const launches = await all(launchSchema, '/launch', { ...filter, ...sorted });
        const own = launches.filter(({ description, attributes }) =>
          [description, ...(attributes ?? []).map(({ value }) => value)].some((each) =>
            namesBuild(each ?? '', plain),
          ),
        );
        if (own.length > 0) return own.map(({ id }) => id);
      }
      return [];
    },
    async failedSteps(launch) {
      const items = await all(itemSchema, '/item', {
        'filter.eq.launchId': String(launch),
        'filter.eq.type': 'STEP',
        'filter.eq.status': 'FAILED',
        'page.sort': 'id,asc',
      });
      return items.filter((item) => item.hasChildren !== true && item.hasStats !== false);
    },
    async locators() {
      const { subTypes } = await call(settingsSchema, '/settings');
      const groups = [
        ['PRODUCT BUG', subTypes.PRODUCT_BUG, 'PB'],
        ['CODE ISSUE', subTypes.AUTOMATION_BUG, 'AB'],
        ['INFRASTRUCTURE', subTypes.SYSTEM_ISSUE, 'SI'],
      ] as const;
      const byClass = groups.flatMap(([name, types, short]) => {
        const type = types?.find(({ shortName }) => shortName === short) ?? types?.[0];
        return type ? [[name, type.locator] as const] : [];
      });
      return new Map(byClass);
    },
    update: async (issues) => void (await call(z.unknown(), '/item', { issues })),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hints: Readonly<Record<number, string>> = {
  401: ' Check REPORTS_API_TOKEN.',
  403: ' Check REPORTS_PROJECT and the role of the token’s owner.',
  404: ' Check REPORTS_URL and REPORTS_PROJECT.',
  429: ' Try again later.',
};

function refusal(host: string, status: number, answer: unknown, token: string): Failure {
  const answerBody = z.object({ message: z.string() }).safeParse(answer);
  const problem = answerBody.success
    ? ` (${maskSecrets(answerBody.data.message, [token]).slice(0, maxProblemLength)})`
    : '';
  const message = `${host} answered ${status}${problem}.${hints[status] ?? ''}`;
  return new Failure('upstream', 'portal_refused', message);
}

/** True: the text has the URL of the build, and not that of another one which begins with it. */
function namesBuild(text: string, url: string): boolean {
  for (let at = text.indexOf(url); at >= 0; at = text.indexOf(url, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at + url.length))) return true;
  }
  return false;
}
