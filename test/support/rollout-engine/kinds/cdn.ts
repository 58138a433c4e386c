import { account, between, xml } from '../aws-http.ts';
import { kind, type Kinds } from '../kind.ts';

interface Behavior {
  readonly pathPattern?: string;
  readonly targetOriginId: string;
  readonly viewerProtocolPolicy: string;
  readonly allowedMethods: readonly string[];
  readonly cachedMethods: readonly string[];
  readonly cachePolicyId: string;
  readonly originRequestPolicyId?: string;
}

interface Origin {
  readonly originId: string;
  readonly domainName: string;
  readonly customHeaders: readonly { readonly name: string; readonly value: string }[];
  readonly customOriginConfig: {
    readonly originProtocolPolicy: string;
    readonly originReadTimeout: number;
    readonly originSslProtocols: readonly string[];
  };
}

interface DistributionInputs {
  readonly origins: readonly Origin[];
  readonly defaultCacheBehavior: Behavior;
  readonly orderedCacheBehaviors?: readonly Behavior[];
}

const path = '/2020-05-31/distribution';

/** AWS's managed policies: CachingDisabled, CachingOptimized and AllViewerExceptHostHeader. */
const managed = [
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  '658327ea-f89d-4fab-a63d-7e88639e58f6',
  'b689b0a8-53d0-40ab-baf2-68738e2966ac',
];
const methods = ['GET,HEAD', 'GET,HEAD,OPTIONS', 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT'];

/** The emulator has distributions, but neither functions nor policies, and serves nothing. */
export const cdn: Kinds = {
  'aws:cloudfront/distribution:Distribution': kind<DistributionInputs>({
    async create(inputs, name) {
      refuse(inputs);
      const made = await xml('cloudfront', 'POST', path, configuration(inputs, name));
      return madeOf(made.text);
    },
    async update(id, inputs, name) {
      refuse(inputs);
      const { etag } = await xml('cloudfront', 'GET', `${path}/${id}/config`);
      const sent = configuration(inputs, name);
      const made = await xml('cloudfront', 'PUT', `${path}/${id}/config`, sent, etag);
      return madeOf(made.text);
    },
    async remove(id) {
      const { etag } = await xml('cloudfront', 'GET', `${path}/${id}/config`);
      await xml('cloudfront', 'DELETE', `${path}/${id}`, undefined, etag);
    },
  }),
};

function madeOf(text: string) {
  const id = between(text, 'Id');
  const arn = `arn:aws:cloudfront::${account}:distribution/${id}`;
  return { id, outputs: { arn, domainName: between(text, 'DomainName'), etag: id } };
}

/** Inputs that CloudFront refuses, and the emulator accepts. */
function refuse({ origins, defaultCacheBehavior, orderedCacheBehaviors = [] }: DistributionInputs) {
  for (const behavior of [defaultCacheBehavior, ...orderedCacheBehaviors]) {
    const { cachePolicyId, originRequestPolicyId, allowedMethods } = behavior;
    for (const policy of [cachePolicyId, originRequestPolicyId]) {
      if (policy !== undefined && !managed.includes(policy)) {
        throw new Error(`NoSuchPolicy: ${policy}`);
      }
    }
    if (!methods.includes(allowedMethods.toSorted().join(','))) {
      throw new Error(`InvalidArgument: no set of methods: ${allowedMethods.join(', ')}`);
    }
  }
  for (const { originReadTimeout } of origins.map((origin) => origin.customOriginConfig)) {
    if (originReadTimeout > 60) throw new Error('InvalidOriginReadTimeout: at most 60 seconds');
  }
}

function configuration(inputs: DistributionInputs, name: string): string {
  const { origins, defaultCacheBehavior, orderedCacheBehaviors = [] } = inputs;
  return `<DistributionConfig xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">
    <CallerReference>${name}</CallerReference><Comment/><Enabled>true</Enabled>
    <Origins>${items(origins, 'Origin', originOf)}</Origins>
    <DefaultCacheBehavior>${behaviorOf(defaultCacheBehavior)}</DefaultCacheBehavior>
    <CacheBehaviors>${items(orderedCacheBehaviors, 'CacheBehavior', behaviorOf)}</CacheBehaviors>
  </DistributionConfig>`;
}

function originOf({ originId, domainName, customHeaders, customOriginConfig }: Origin): string {
  const { originProtocolPolicy, originReadTimeout, originSslProtocols } = customOriginConfig;
  const header = ({ name, value }: { name: string; value: string }) =>
    `<HeaderName>${name}</HeaderName><HeaderValue>${value}</HeaderValue>`;
  return `<Id>${originId}</Id><DomainName>${domainName}</DomainName>
    <CustomHeaders>${items(customHeaders, 'OriginCustomHeader', header)}</CustomHeaders>
    <CustomOriginConfig><HTTPPort>80</HTTPPort><HTTPSPort>443</HTTPSPort>
      <OriginProtocolPolicy>${originProtocolPolicy}</OriginProtocolPolicy>
      <OriginReadTimeout>${originReadTimeout}</OriginReadTimeout>
      <OriginSslProtocols>${items(originSslProtocols, 'SslProtocol', String)}</OriginSslProtocols>
    </CustomOriginConfig>`;
}

function behaviorOf(behavior: Behavior): string {
  const { pathPattern, originRequestPolicyId, allowedMethods, cachedMethods } = behavior;
  return `${optional('PathPattern', pathPattern)}
    <TargetOriginId>${behavior.targetOriginId}</TargetOriginId>
    <ViewerProtocolPolicy>${behavior.viewerProtocolPolicy}</ViewerProtocolPolicy>
    <AllowedMethods>${items(allowedMethods, 'Method', String)}
      <CachedMethods>${items(cachedMethods, 'Method', String)}</CachedMethods>
    </AllowedMethods>
    <CachePolicyId>${behavior.cachePolicyId}</CachePolicyId>
    ${optional('OriginRequestPolicyId', originRequestPolicyId)}`;
}

function optional(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${value}</${name}>`;
}

function items<Item>(all: readonly Item[], name: string, write: (item: Item) => string): string {
  const written = all.map((item) => `<${name}>${write(item)}</${name}>`).join('');
  return `<Quantity>${all.length}</Quantity><Items>${written}</Items>`;
}
