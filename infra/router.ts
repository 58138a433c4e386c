import { createHash } from 'node:crypto';
import { assetFolder, type Service } from '#functions/service-manifest.ts';
import { logicalName } from './names.ts';
import { pathsCode, viewerCode } from './router-code.ts';
import { stageName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';

// Not imported at the top: SST reads its configuration before it has installed this package, and a
// bundle resolves all imports at the top of its files.
const { RandomBytes } = await import('@pulumi/random');

// Ids of AWS's managed policies, from its documentation.
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const reads = ['GET', 'HEAD'];
const behavior = {
  viewerProtocolPolicy: 'redirect-to-https',
  cachedMethods: reads,
  compress: true,
};

/** API Gateway ends a request after 30 seconds, with an answer of its own. */
const readSeconds = 35;

interface Shared {
  /** For what the services let a cache keep. */
  readonly sites: aws.cloudfront.CachePolicy;
  readonly key: $util.Output<string>;
  readonly viewer: aws.cloudfront.Function;
}

export interface Router {
  readonly url: $util.Output<string>;
  readonly distribution: sst.aws.Cdn['nodes']['distribution'];
}

/** A service that answers by functions. */
export interface Served {
  readonly service: string;
  readonly manifest: Service;
  readonly api: sst.aws.ApiGatewayV2;
}

let sharedRouter: Shared | undefined;

function shared(): Shared {
  return (sharedRouter ??= {
    key: new RandomBytes('RouterKey', { length: 32 }).hex,
    // The docs service says what a cache may keep: answers to strangers alone. Their key has whatever
    // tells a stranger from a person. A service below a path has files of the same names.
    sites: new aws.cloudfront.CachePolicy('RouterSites', {
      name: stageName('RouterSites'),
      minTtl: 0,
      defaultTtl: 0,
      maxTtl: 31_536_000,
      parametersInCacheKeyAndForwardedToOrigin: {
        cookiesConfig: { cookieBehavior: 'whitelist', cookies: { items: ['app_session'] } },
        headersConfig: {
          headerBehavior: 'whitelist',
          headers: { items: ['Authorization', 'X-Lantern-Prefix'] },
        },
        queryStringsConfig: { queryStringBehavior: 'all' },
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      },
    }),
    viewer: new aws.cloudfront.Function('RouterViewer', {
      name: stageName('RouterViewer'),
      runtime: 'cloudfront-js-2.0',
      code: viewerCode,
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

/** Whether the service's own router leads to it, or that of the service in front. */
export function isReachedByRouter(
  { isRouted, inFront }: Service,
  { router: hasRouter }: StageOptions,
): boolean {
  return hasRouter && (isRouted === true || inFront !== undefined);
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
 * The services in `behind` are reached in the same way, each below its `inFront`.
 */
export function router(
  service: string,
  api: sst.aws.ApiGatewayV2,
  behind: readonly Served[],
  { domain }: StageOptions,
): Router {
  const { viewer, sites } = shared();
  const cdn = new sst.aws.Cdn(`${logicalName(service)}Router`, {
    origins: [originOf('api', api), ...behind.map((other) => originOf(other.service, other.api))],
    defaultCacheBehavior: passedOn('api', viewer),
    orderedCacheBehaviors: [
      {
        ...behavior,
        targetOriginId: 'api',
        pathPattern: '/assets/*',
        allowedMethods: reads,
        cachePolicyId: cachingOptimized,
      },
      ...(service === 'docs'
        ? [
            {
              ...passedOn('api', viewer),
              pathPattern: '/docs/*',
              allowedMethods: reads,
              cachePolicyId: sites.id,
            },
          ]
        : []),
      ...behaviorsOf(behind),
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

/** The behaviors for the paths of other services; the first that matches counts. */
function behaviorsOf(behind: readonly Served[]) {
  if (behind.length === 0) return [];
  const places = behind.map(({ service, manifest }) => {
    const { inFront: path = '' } = manifest;
    return { service, path, folder: assetFolder(manifest) };
  });
  const paths = new aws.cloudfront.Function('RouterPaths', {
    name: stageName('RouterPaths'),
    runtime: 'cloudfront-js-2.0',
    code: pathsCode(Object.fromEntries(places.map(({ path, folder }) => [path, folder]))),
  });
  return places.flatMap(({ service, path, folder }) => [
    {
      ...behavior,
      targetOriginId: service,
      pathPattern: `${path}${folder}*`,
      allowedMethods: reads,
      cachePolicyId: shared().sites.id,
      functionAssociations: onRequest(paths),
    },
    { ...passedOn(service, paths), pathPattern: path },
    { ...passedOn(service, paths), pathPattern: `${path}/*` },
  ]);
}

function originOf(originId: string, { nodes }: sst.aws.ApiGatewayV2) {
  return {
    originId,
    domainName: nodes.api.apiEndpoint.apply((url) => new URL(url).host),
    customHeaders: [{ name: 'x-lantern-router', value: shared().key }],
    customOriginConfig: {
      httpPort: 80,
      httpsPort: 443,
      originProtocolPolicy: 'https-only',
      originSslProtocols: ['TLSv1.2'],
      originReadTimeout: readSeconds,
    },
  };
}

function passedOn(targetOriginId: string, called: aws.cloudfront.Function) {
  return {
    ...behavior,
    targetOriginId,
    allowedMethods: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    cachePolicyId: cachingDisabled,
    originRequestPolicyId: allViewerExceptHostHeader,
    functionAssociations: onRequest(called),
  };
}

function onRequest({ arn }: aws.cloudfront.Function) {
  return [{ eventType: 'viewer-request', functionArn: arn }];
}
