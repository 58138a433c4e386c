import { runInNewContext } from 'node:vm';
import type { Graph } from './rollout-graph.ts';
import type { Resource } from '../../../scripts/rollout/evaluation.ts';

interface Origin {
  readonly originId: string;
  readonly domainName: string;
  readonly customHeaders: readonly { readonly name: string; readonly value: string }[];
  readonly customOriginConfig: Readonly<Record<string, unknown>>;
}

export interface Behavior {
  readonly targetOriginId: string;
  readonly pathPattern?: string;
  readonly cachePolicyId: string;
  readonly originRequestPolicyId?: string;
  readonly functionAssociations?: readonly { readonly functionArn: string }[];
}

interface Values {
  [name: string]: { value: string };
}

interface Sent {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
}

export interface Passed {
  readonly origin: Origin;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** After the function. Whether an origin or a cache gets them is the policies' matter. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly behavior: Behavior;
}

export const originsOf = ({ inputs }: Resource) => inputs['origins'] as Origin[];

export const behaviorsOf = ({ inputs }: Resource) =>
  [
    ...(inputs['orderedCacheBehaviors'] as Behavior[]),
    inputs['defaultCacheBehavior'],
  ] as Behavior[];

/**
 * What CloudFront sends to an origin, by its documentation: the behavior is the first whose pattern
 * matches the normalized path; the function gets the path as it was sent; the headers of the origin
 * replace those of the same name. A number: the status with which the function answers.
 */
export function throughCloudFront(
  graph: Graph,
  distribution: Resource,
  { path, query = {}, headers = {}, cookies = {} }: Sent,
): Passed | number {
  const normalized = new URL(path.replace(/\/{2,}/g, '/').replace(/%61/g, 'a'), 'https://a')
    .pathname;
  const behavior = behaviorsOf(distribution).find(({ pathPattern = '*' }) =>
    matches(pathPattern, normalized),
  );
  const origin = originsOf(distribution).find(({ originId }) => {
    return originId === behavior?.targetOriginId;
  });
  if (!behavior || !origin) throw new Error(`No origin for ${path}`);
  const request = {
    uri: path,
    querystring: valuesOf(query),
    headers: valuesOf({ host: 'docs.example.com', ...headers }),
    cookies: valuesOf(cookies),
  };
  const [called] = behavior.functionAssociations ?? [];
  const code = graph
    .of('aws:cloudfront/function:Function')
    .find(({ inputs }) => called?.functionArn.endsWith(`:${String(inputs['name'])}`));
  const event = { viewer: { ip: '198.51.100.7' }, request };
  const result = code
    ? (runInNewContext(`${String(code.inputs['code'])}\nhandler(event)`, { event }) as
        typeof request | { readonly statusCode: number })
    : request;
  if ('statusCode' in result) return result.statusCode;
  const { host: _host, ...passed } = textsOf(result.headers);
  const own = Object.fromEntries(origin.customHeaders.map(({ name, value }) => [name, value]));
  return {
    ...{ origin, behavior, path: result.uri },
    query: textsOf(result.querystring),
    headers: { ...passed, ...own },
    cookies: Object.keys(result.cookies),
  };
}

/** As AWS documents path patterns: `*` also matches slashes. */
function matches(pattern: string, path: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  return rest.length === 0 ? path === start : path.startsWith(start);
}

function valuesOf(texts: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, { value }]));
}

function textsOf(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
}
