import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { sessionCookie } from '#core/identity/cookies.ts';
import { fromRouter } from '#core/http/request/from-router.ts';
import { type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { gatewayRequest } from '#test/support/http/gateway-request.ts';
import type { Graphs } from './graphs.ts';
import { physicalName } from '../../../scripts/rollout/evaluation.ts';

const routed = Object.entries(services).flatMap(([name, { isRouted }]) => (isRouted ? [name] : []));

// As AWS documents them.
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Origin {
  readonly domainName: string;
  readonly customHeaders: readonly { readonly name: string; readonly value: string }[];
  readonly customOriginConfig: Readonly<Record<string, unknown>>;
}

type Headers = Record<string, { value: string }>;

export function routerSuite(graphs: () => Graphs): void {
  const distributions = (graph: Graph) => graph.of('aws:cloudfront/distribution:Distribution');

  describe('the router', () => {
    it.each(['real', 'production', 'everything'] as const)(
      'stands before what people open, and leaves receivers their callers’ addresses (%s)',
      (stage) => {
        const graph = graphs()[stage];
        const apis = graph.of('aws:apigatewayv2/api:Api').map((api) => physicalName(api));
        const behind = distributions(graph).map(({ inputs }) => {
          const [{ domainName } = { domainName: '' }] = inputs['origins'] as Origin[];
          return apis.find((api) => domainName.startsWith(`${api.toLowerCase()}.`));
        });
        expect(routed).toEqual(['docs', 'analysis']);
        expect(behind.map((api) => /-(\w+)ApiApi-/.exec(api ?? '')?.[1]?.toLowerCase())).toEqual(
          expect.arrayContaining(routed),
        );
        expect(behind).toHaveLength(routed.length);
        const told = graph.functions.filter(({ variables }) => 'LANTERN_ROUTER' in variables);
        expect([...new Set(told.map(({ variables }) => variables['LANTERN_SERVICE']))]).toEqual(
          expect.arrayContaining(routed),
        );
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
        for (const { inputs } of distributions(graph)) {
          const behaviors = inputs['orderedCacheBehaviors'] as { pathPattern: string }[];
          const isOfDocs = behaviors.some(({ pathPattern }) => pathPattern === '/docs/*');
          expect(inputs['defaultCacheBehavior']).toEqual({
            ...passedOn,
            allowedMethods: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
            cachePolicyId: cachingDisabled,
          });
          expect(inputs['orderedCacheBehaviors']).toEqual([
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
          const [{ customOriginConfig } = { customOriginConfig: {} }] = inputs[
            'origins'
          ] as Origin[];
          sites.push(isOfDocs);
          // Longer than API Gateway, whose own answer says more than the router's.
          expect(customOriginConfig).toMatchObject({
            originProtocolPolicy: 'https-only',
            originSslProtocols: ['TLSv1.2'],
            originReadTimeout: 35,
          });
        }
        expect(sites.filter(Boolean)).toHaveLength(1);
        // Nobody gets an answer that was made for somebody else.
        const [policy] = graph.of('aws:cloudfront/cachePolicy:CachePolicy');
        expect(policy?.inputs).toMatchObject({
          ...{ minTtl: 0, defaultTtl: 0 },
          parametersInCacheKeyAndForwardedToOrigin: {
            cookiesConfig: { cookieBehavior: 'whitelist', cookies: { items: [sessionCookie] } },
            headersConfig: { headerBehavior: 'whitelist', headers: { items: ['Authorization'] } },
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
      };
      const seen = (headers: Record<string, string>) => {
        const { event, prefix } = fromRouter(gatewayRequest(headers), environment);
        return [event.headers['host'], event.requestContext.http.sourceIp, prefix];
      };
      expect(seen(throughRouter(graph, claims))).toEqual(['docs.example.com', '198.51.100.7']);
      expect(seen(claims)).toEqual(['api.example', '203.0.113.1']);
      expect(seen({})).toEqual(['api.example', '203.0.113.1']);
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
  const [distribution] = graph.of('aws:cloudfront/distribution:Distribution');
  const [origin] = distribution?.inputs['origins'] as Origin[];
  return origin?.customHeaders.find(({ name }) => name === 'x-lantern-router')?.value ?? '';
}

/** What CloudFront sends to the API: the viewer's headers after the function, but the host, and the
 * headers of the origin in place of those of the same name. */
function throughRouter(graph: Graph, claims: Record<string, string>): Record<string, string> {
  const [viewer] = graph.of('aws:cloudfront/function:Function');
  const sent = { host: 'docs.example.com', ...claims };
  const headers: Headers = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, { value }]),
  );
  const event = { viewer: { ip: '198.51.100.7' }, request: { headers } };
  const code = `${String(viewer?.inputs['code'])}\nhandler(event)`;
  const request = runInNewContext(code, { event }) as { headers: Headers };
  const { host: _host, ...passed } = request.headers;
  return {
    ...Object.fromEntries(Object.entries(passed).map(([name, { value }]) => [name, value])),
    'x-lantern-router': keyOf(graph),
  };
}
