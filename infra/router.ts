import { createHash } from 'node:crypto';
import type { Service } from '#functions/service-manifest.ts';
import { logicalName } from './names.ts';
import type { StageOptions } from './stage.ts';

// Not imported at the top: SST reads its configuration before it has installed this package, and a
// bundle asks for what is imported at the top of any of its files.
const { RandomBytes } = await import('@pulumi/random');

// Policies that AWS keeps, by their documented ids.
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** API Gateway gives up after 30 seconds, and says so itself. */
const readSeconds = 35;

interface Shared {
  readonly key: $util.Output<string>;
  readonly viewer: aws.cloudfront.Function;
}

let made: Shared | undefined;

function shared(): Shared {
  return (made ??= {
    key: new RandomBytes('RouterKey', { length: 32 }).hex,
    // The origin sees the address of an edge, and its own host name.
    viewer: new aws.cloudfront.Function('RouterViewer', {
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

/** The name in the stage's domain is the router's then, not the API's. */
export function isBehindRouter(
  { isRouted }: Service,
  { router: hasRouter }: StageOptions,
): boolean {
  return isRouted === true && hasRouter;
}

/** What core/http/from-router.ts compares the router's key with: a hash, so that no variable of a
 * function holds the key. */
export function routerKeyHash(): $util.Output<string> {
  return shared().key.apply((key) => createHash('sha256').update(key).digest('hex'));
}

/**
 * The CDN before the HTTP API of a service that has pages. Not `sst.aws.Router`: it caches by one
 * policy for all paths, and a policy that may cache takes the Authorization header from a GET.
 *
 * Only what is under /assets/ is cached: files that are public and named by their content. Such a
 * request reaches the API without cookies, credentials or query, so that no path that API Gateway
 * reads in another way than CloudFront can bring a private answer into the cache. Everything else
 * passes with all that the viewer sent but the host, and concurrent requests share no answer.
 */
export function router(
  service: string,
  api: sst.aws.ApiGatewayV2,
  { domain }: StageOptions,
): $util.Output<string> {
  const { key, viewer } = shared();
  const behavior = {
    targetOriginId: 'api',
    viewerProtocolPolicy: 'redirect-to-https',
    cachedMethods: ['GET', 'HEAD'],
    compress: true,
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
      ...behavior,
      allowedMethods: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
      cachePolicyId: cachingDisabled,
      originRequestPolicyId: allViewerExceptHostHeader,
      functionAssociations: [{ eventType: 'viewer-request', functionArn: viewer.arn }],
    },
    orderedCacheBehaviors: [
      {
        ...behavior,
        pathPattern: '/assets/*',
        allowedMethods: ['GET', 'HEAD'],
        cachePolicyId: cachingOptimized,
      },
    ],
    // It takes minutes to reach every edge, the first time; its address is known at once.
    wait: false,
    ...(domain !== undefined && { domain: `${service}.${domain}` }),
  });
  return $util.all([cdn.domainUrl, cdn.url]).apply(([named, url]) => named ?? url);
}
