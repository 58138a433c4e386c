import { describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { sessionCookie } from '#core/identity/cookies.ts';
import { fromRouter } from '#core/http/request/from-router.ts';
import type { Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import {
  behaviorsOf,
  originsOf,
  throughCloudFront,
  type Passed,
} from '#test/support/rollout-graph/cloudfront.ts';
import { gatewayRequest } from '#test/support/http/gateway-request.ts';
import type { Graphs } from './graphs.ts';
import type { Resource } from '../../../scripts/rollout/evaluation.ts';

const routed = Object.entries(services).flatMap(([name, { isRouted }]) => (isRouted ? [name] : []));

// As AWS documents them.
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** By service: its path at the router of docs. */
const paths = { analysis: '/analysis', webhook: '/webhooks', sessions: '/sessions' };

export function routerSuite(graphs: () => Graphs): void {
  const distributions = (graph: Graph) => graph.of('aws:cloudfront/distribution:Distribution');

  describe('the router', () => {
    it.each(['real', 'production', 'everything'] as const)(
      'stands before what people open, and leaves receivers their callers’ addresses (%s)',
      (stage) => {
        const graph = graphs()[stage];
        const behind = distributions(graph).map((one) => serviceAt(originsOf(one)[0]?.domainName));
        expect(routed).toEqual(['docs', 'analysis']);
        expect(behind.toSorted()).toEqual(routed.toSorted());
        const told = graph.functions.filter(({ variables }) => 'LANTERN_ROUTER' in variables);
        const services = new Set(told.map(({ variables }) => variables['LANTERN_SERVICE']));
        expect([...services].toSorted()).toEqual(['docs', ...Object.keys(paths)].toSorted());
      },
    );

    it('is left out where a stage wants none', () => {
      expect(distributions(graphs().plain)).toEqual([]);
      expect(
        graphs().plain.functions.filter(({ variables }) => 'LANTERN_ROUTER' in variables),
      ).toEqual([]);
    });

    it.each(['real', 'everything'] as const)(
      'caches public assets, which are asked for without credentials, and sites that the service lets it (%s)',
      (stage) => {
        const graph = graphs()[stage];
        const passedOn = {
          ...{ targetOriginId: 'api', viewerProtocolPolicy: 'redirect-to-https', compress: true },
          cachedMethods: ['GET', 'HEAD'],
          originRequestPolicyId: allViewerExceptHostHeader,
          functionAssociations: [
            {
              eventType: 'viewer-request',
              functionArn: expect.stringContaining('RouterViewer') as string,
            },
          ],
        };
        const sites: boolean[] = [];
        for (const distribution of distributions(graph)) {
          const { inputs } = distribution;
          const isOfDocs = serviceAt(originsOf(distribution)[0]?.domainName) === 'docs';
          expect(inputs['defaultCacheBehavior']).toEqual({
            ...passedOn,
            allowedMethods: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
            cachePolicyId: cachingDisabled,
          });
          const own = behaviorsOf(distribution).filter(({ targetOriginId, pathPattern }) => {
            return targetOriginId === 'api' && pathPattern !== undefined;
          });
          expect(own).toEqual([
            {
              ...{ targetOriginId: 'api', viewerProtocolPolicy: 'redirect-to-https' },
              ...{ pathPattern: '/assets/*', compress: true },
              ...{ allowedMethods: ['GET', 'HEAD'], cachedMethods: ['GET', 'HEAD'] },
              cachePolicyId: cachingOptimized,
            },
            ...(isOfDocs
              ? [
                  {
                    ...{ ...passedOn, pathPattern: '/docs/*', allowedMethods: ['GET', 'HEAD'] },
                    cachePolicyId: expect.stringContaining('RouterSites') as string,
                  },
                ]
              : []),
          ]);
          sites.push(isOfDocs);
          for (const { customOriginConfig } of originsOf(distribution)) {
            // Longer than API Gateway, whose own answer says more than the router's.
            expect(customOriginConfig).toMatchObject({
              originProtocolPolicy: 'https-only',
              originSslProtocols: ['TLSv1.2'],
              originReadTimeout: 35,
            });
          }
        }
        expect(sites.filter(Boolean)).toHaveLength(1);
        // Nobody gets an answer that was made for somebody else.
        const [policy] = graph.of('aws:cloudfront/cachePolicy:CachePolicy');
        expect(policy?.inputs).toMatchObject({
          ...{ minTtl: 0, defaultTtl: 0 },
          parametersInCacheKeyAndForwardedToOrigin: {
            cookiesConfig: { cookieBehavior: 'whitelist', cookies: { items: [sessionCookie] } },
            headersConfig: {
              headerBehavior: 'whitelist',
              headers: { items: ['Authorization', 'X-Lantern-Prefix'] },
            },
            queryStringsConfig: { queryStringBehavior: 'all' },
          },
        });
      },
    );

    it('says who asks, whatever the viewer claims, and is believed by its key alone (S13)', () => {
      const graph = graphs().real;
      const environment = graph.find('functions/docs/projects.home')?.variables ?? {};
      const claims = {
        'x-lantern-viewer': '192.0.2.66',
        'x-forwarded-host': 'evil.example',
        'x-lantern-router': 'guess',
        'x-lantern-prefix': '/evil',
      };
      const through = (service: string, path: string, headers = {}) =>
        seenBy(pass(graph, service, { path, headers }));
      const seenBy = ({ headers }: Pick<Passed, 'headers'>) => {
        const { event, prefix } = fromRouter(gatewayRequest(headers), environment);
        return [event.headers['host'], event.requestContext.http.sourceIp, prefix];
      };
      const viewed = ['docs.example.com', '198.51.100.7'];
      for (const headers of [claims, {}]) {
        expect(through('docs', '/', headers)).toEqual([...viewed, undefined]);
        expect(through('docs', '/docs/lamp/', headers)).toEqual([...viewed, undefined]);
        expect(through('analysis', '/', headers)).toEqual([...viewed, undefined]);
        expect(through('docs', '/webhooks/logs', headers)).toEqual([...viewed, '/webhooks']);
        expect(seenBy({ headers })).toEqual(['api.example', '203.0.113.1', undefined]);
      }
    });

    it.each([
      ['/', 'docs', '/'],
      ['/agent', 'docs', '/agent'],
      ['/analysisx', 'docs', '/analysisx'],
      ['/Analysis/', 'docs', '/Analysis/'],
      ['/analysis', 'analysis', '/'],
      ['/analysis/', 'analysis', '/'],
      ['/analysis/jobs/a%20b', 'analysis', '/jobs/a%20b'],
      ['/webhooks/webhook_server', 'webhook', '/webhook_server'],
      ['/sessions/sessions/x', 'sessions', '/sessions/x'],
      ['/analysis//jobs', 'analysis', '//jobs'],
    ])('leads %s to %s at %s', (path, service, below) => {
      const query = { x: '1' };
      const headers = { authorization: 'Bearer a' };
      const sent = { path, query, headers, cookies: { a: 'b' } };
      const passed = pass(graphs().real, 'docs', sent);
      expect([serviceAt(passed.origin.domainName), passed.path]).toEqual([service, below]);
      expect(passed).toMatchObject({ query, headers, cookies: ['a'] });
      expect(passed.behavior).toMatchObject({
        cachePolicyId: cachingDisabled,
        originRequestPolicyId: allViewerExceptHostHeader,
      });
    });

    it.each([
      '/x/../analysis/jobs',
      '/docs/..%2F/../../analysis/',
      '/docs/%2e%2E/analysis/jobs',
      '/sessions/../analysis/jobs',
      '/analysis/assets/../jobs',
      '/analysis/jobs/.',
      '//analysis/jobs',
      '/%61nalysis/jobs',
    ])('leads %s, which others read differently, to nothing below a path', (path) => {
      const { real } = graphs();
      expect(throughCloudFront(real, distributionOf(real, 'docs'), { path })).toBe(404);
    });

    it.each([
      ['/analysis', '/assets/a.js'],
      ['/webhooks', '/static/a.js'],
      ['/sessions', '/assets/a.js'],
    ])(
      'asks below %s for %s without credentials, and caches it apart from others of its name',
      (prefix, rest) => {
        const passed = pass(graphs().real, 'docs', {
          path: `${prefix}${rest}`,
          query: { x: '1' },
          headers: { authorization: 'Bearer a' },
          cookies: { app_session: 'b' },
        });
        expect(passed).toMatchObject({ path: rest, query: {}, cookies: [] });
        expect(passed.headers).not.toHaveProperty('authorization');
        // The policy makes this header part of the key.
        expect(passed.headers['x-lantern-prefix']).toBe(prefix);
        expect(passed.behavior.cachePolicyId).toContain('RouterSites');
        expect(passed.behavior).not.toHaveProperty('originRequestPolicyId');
      },
    );

    it.each(['real', 'everything'] as const)('keeps to the limits of CloudFront (%s)', (stage) => {
      for (const one of distributions(graphs()[stage])) {
        expect(originsOf(one).length).toBeLessThanOrEqual(25);
        expect(behaviorsOf(one).length).toBeLessThanOrEqual(25);
      }
      for (const { inputs } of graphs()[stage].of('aws:cloudfront/function:Function')) {
        expect(String(inputs['code']).length).toBeLessThan(10_240);
      }
    });

    it.each(['real', 'everything'] as const)(
      'is where services lead to each other (%s)',
      (stage) => {
        const graph = graphs()[stage];
        const { analysis, webhook, sessions } = paths;
        const inDocs = { analysis: [analysis], webhook: [webhook], sessions: [sessions] };
        expect(placesIn(graph, 'docs', 'link')).toEqual(inDocs);
        expect(placesIn(graph, 'analysis', 'inFront')).toEqual({
          ...{ docs: [''], webhook: [webhook], sessions: [sessions] },
        });
        const connect = graph.find('functions/logs/live.connect')?.variables ?? {};
        const hosts = connect['LANTERN_ORIGIN']?.split(' ').map((address) => new URL(address).host);
        expect(hosts).toHaveLength(2);
      },
    );

    it('changes no link where there is none', () => {
      const { plain } = graphs();
      const none = { analysis: [], webhook: [], sessions: [] };
      expect(placesIn(plain, 'docs', 'link')).toEqual(none);
    });

    it('has a key that no function can tell', () => {
      const graph = graphs().real;
      const showing = graph.resources.filter(({ inputs }) =>
        JSON.stringify(inputs).includes(keyOf(graph)),
      );
      expect(keyOf(graph)).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(showing.map(({ type }) => type))).toEqual(
        new Set(['aws:cloudfront/distribution:Distribution']),
      );
    });
  });
}

function keyOf(graph: Graph): string {
  const [origin] = originsOf(distributionOf(graph, 'docs'));
  return origin?.customHeaders.find(({ name }) => name === 'x-lantern-router')?.value ?? '';
}

/** The router of a service. */
function distributionOf(graph: Graph, service: string): Resource {
  const distribution = graph
    .of('aws:cloudfront/distribution:Distribution')
    .find((one) => serviceAt(originsOf(one)[0]?.domainName) === service);
  if (!distribution) throw new Error(`${service} has no router`);
  return distribution;
}

function pass(
  graph: Graph,
  service: string,
  sent: Parameters<typeof throughCloudFront>[2],
): Passed {
  const passed = throughCloudFront(graph, distributionOf(graph, service), sent);
  if (typeof passed === 'number') throw new Error(`${sent.path} is answered with ${passed}`);
  return passed;
}

/** By service: what a service's list of the others says of it under this name. */
function placesIn(graph: Graph, service: string, name: 'link' | 'inFront') {
  const told = graph.functions.find(({ variables }) => {
    return variables['LANTERN_SERVICE'] === service && 'LANTERN_SERVICES' in variables;
  });
  const list = JSON.parse(told?.variables['LANTERN_SERVICES'] ?? '[]') as {
    readonly name: string;
    readonly link?: string;
    readonly inFront?: string;
  }[];
  return Object.fromEntries(list.map((entry) => [entry.name, name in entry ? [entry[name]] : []]));
}

/** Whose API has this host name. */
function serviceAt(domainName = ''): string | undefined {
  return /-(\w+?)apiapi-/.exec(domainName)?.[1];
}
