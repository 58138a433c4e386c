import { createHash } from 'node:crypto';
import type { Service } from '#functions/service-manifest.ts';
import { logicalName } from './names.ts';
import { stageName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';

// Not imported at the top: SST reads its configuration before it has installed this package, and a
// bundle resolves all imports at the top of its files.
const { RandomBytes } = await import('@pulumi/random');

// Ids of AWS's managed policies, from its documentation.
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** API Gateway ends a request after 30 seconds, with an answer of its own. */
const readSeconds = 35;

interface Shared {
  /** For sites that anyone may read. */
  readonly sites: aws.cloudfront.CachePolicy;
  readonly key: $util.Output<string>;
  readonly viewer: aws.cloudfront.Function;
}

export interface Router {
  readonly url: $util.Output<string>;
  readonly distribution: sst.aws.Cdn['nodes']['distribution'];
}

let sharedRouter: Shared | undefined;

function shared(): Shared {
  return (sharedRouter ??= {
    key: new RandomBytes('RouterKey', { length: 32 }).hex,
    // The docs service says what a cache may keep: answers to strangers alone. Their key has whatever
    // tells a stranger from a person.
    sites: new aws.cloudfront.CachePolicy('RouterSites', {
      name: stageName('RouterSites'),
      minTtl: 0,
      defaultTtl: 0,
      maxTtl: 31_536_000,
      parametersInCacheKeyAndForwardedToOrigin: {
        cookiesConfig: { cookieBehavior: 'whitelist', cookies: { items: ['app_session'] } },
        headersConfig: { headerBehavior: 'whitelist', headers: { items: ['Authorization'] } },
        queryStringsConfig: { queryStringBehavior: 'all' },
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      },
    }),
    // The origin sees the address of an edge, and its own host name.
    viewer: new aws.cloudfront.Function('RouterViewer', {
      name: stageName('RouterViewer'),
      runtime: 'cloudfront-js-2.0',
      code: `function handler(event) {
  const { request, viewer } = event;
  request.headers['x-forwarded-host'] = { value: request.headers.host.value };
  request.headers['x-lantern-viewer'] = { value: viewer.ip };
  return request;
}`,
    }),
  });
}

/** With a domain, the name belongs to the router instead of the API. */
export function isBehindRouter(
  { isRouted }: Service,
  { router: hasRouter }: StageOptions,
): boolean {
  return isRouted === true && hasRouter;
}

/** core/http/request/from-router.ts compares the router's key with this hash, so that no variable of a
 * function contains the key. */
export function routerKeyHash(): $util.Output<string> {
  return shared().key.apply((key) => createHash('sha256').update(key).digest('hex'));
}

/**
 * The CDN before the HTTP API of a service with pages. Not `sst.aws.Router`: it has one cache
 * policy for all paths, and a caching policy removes the Authorization header from a GET. /assets/ is
 * cached: public files whose names contain a content hash. These requests reach the API without
 * cookies, credentials or query, so that a path that API Gateway and CloudFront read differently
 * cannot bring a private answer into the cache. Sites are cached where the service allows it. All
 * other requests pass with everything but the host, and concurrent requests do not share an answer.
 */
export function router(
  service: string,
  api: sst.aws.ApiGatewayV2,
  { domain }: StageOptions,
): Router {
  const { key, viewer, sites } = shared();
  const behavior = {
    targetOriginId: 'api',
    viewerProtocolPolicy: 'redirect-to-https',
    cachedMethods: ['GET', 'HEAD'],
    compress: true,
  };
  const passedOn = {
    ...behavior,
    originRequestPolicyId: allViewerExceptHostHeader,
    functionAssociations: [{ eventType: 'viewer-request', functionArn: viewer.arn }],
  };
  const cdn = new sst.aws.Cdn(`${logicalName(service)}Router`, {
    origins: [
      {
        originId: 'api',
        domainName: api.nodes.api.apiEndpoint.apply((url) => new URL(url).host),
        customHeaders: [{ name: 'x-lantern-router', value: key }],
        customOriginConfig: {
          httpPort: 80,
          httpsPort: 443,
          originProtocolPolicy: 'https-only',
          originSslProtocols: ['TLSv1.2'],
          originReadTimeout: readSeconds,
        },
      },
    ],
    defaultCacheBehavior: {
      ...passedOn,
      allowedMethods: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
      cachePolicyId: cachingDisabled,
    },
    orderedCacheBehaviors: [
      {
        ...behavior,
        pathPattern: '/assets/*',
        allowedMethods: ['GET', 'HEAD'],
        cachePolicyId: cachingOptimized,
      },
      ...(service === 'docs'
        ? [
            {
              ...passedOn,
              pathPattern: '/docs/*',
              allowedMethods: ['GET', 'HEAD'],
              cachePolicyId: sites.id,
            },
          ]
        : []),
    ],
    // The first rollout to all edges takes minutes; the address is known at once.
    wait: false,
    ...(domain !== undefined && { domain: `${service}.${domain}` }),
  });
  return {
    url: $util.all([cdn.domainUrl, cdn.url]).apply(([domainUrl, url]) => domainUrl ?? url),
    distribution: cdn.nodes.distribution,
  };
}
