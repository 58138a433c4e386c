import type { Configuration } from './configuration.ts';
import { layersOf, type RepositoryFile } from './repository-settings.ts';
import { repositoryEntry, type RepositoryEntry, type RepositoryKeys } from './schema.ts';

export type Origin = 'repository file' | 'entry' | 'root' | 'default';

export interface Setting {
  readonly key: string;
  readonly origin: Origin;
  /** Undefined: the default holds. */
  readonly value: unknown;
}

/** What holds where no file says anything, as docs/webhook.md describes it. */
export const initialTexts: Readonly<Record<string, string>> = {
  'log-level': 'INFO',
  events: '["*"]',
  'labels.enabled-labels': 'all',
  'pr-size-thresholds': 'XS to XXL',
  'minimum-lgtm': '0',
  'required-conversation-resolution': 'false',
  'allow-commands-on-draft-prs': 'false',
  'merge-method': 'squash',
  'conventional-title': 'any title',
};

/** A value as in a file. */
export function settingText({ key, value }: Pick<Setting, 'key' | 'value'>): string {
  if (value === undefined) return initialTexts[key] ?? 'none';
  // JSON has no word for it.
  const infinite = (_: string, part: unknown) => (part === Infinity ? '.inf' : part);
  return typeof value === 'string' ? value : JSON.stringify(value, infinite);
}

const secretKeys: ReadonlySet<string> = new Set(['scm-tokens', 'webhook-secret']);
const origins = ['root', 'entry', 'repository file'] as const;
type Layers = readonly (Readonly<Record<string, unknown>> | undefined)[];

/** Every key of a repository with where its value is from. Secrets are only `set`, checks only named. */
export function originsOf(
  configuration: Pick<Configuration, 'defaults'>,
  entry: RepositoryEntry,
  file?: RepositoryFile,
): readonly Setting[] {
  const layers = layersOf(configuration, entry, file);
  const keys = Object.keys(repositoryEntry.shape).filter((key) => key !== 'name');
  return keys.flatMap((key) => {
    if (key !== 'labels') return [settingOf(layers, key)];
    // Its keys are merged one by one.
    const labels = layers.map((layer: RepositoryKeys) => layer.labels);
    return ['enabled-labels', 'colors'].map((part) => ({
      ...settingOf(labels, part),
      key: `labels.${part}`,
    }));
  });
}

function settingOf(layers: Layers, key: string): Setting {
  const at = layers.findLastIndex((layer) => layer !== undefined && Object.hasOwn(layer, key));
  const value = layers[at]?.[key];
  // Without any secret the root has an empty list.
  const isSet = value !== undefined && !(secretKeys.has(key) && (value as string[]).length === 0);
  const origin = isSet ? (origins[at] ?? 'default') : 'default';
  return { key, origin, value: isSet ? shown(key, value) : undefined };
}

function shown(key: string, value: unknown): unknown {
  if (secretKeys.has(key)) return 'set';
  // A command may hold a password.
  if (key === 'custom-check-runs') return (value as { name: string }[]).map(({ name }) => name);
  if (key !== 'docs' && key !== 'analysis') return value;
  const { url, key: secret } = value as NonNullable<RepositoryKeys['docs']>;
  // A URL may hold a password.
  return { url: new URL(url).origin, ...(secret !== undefined && { key: 'set' }) };
}
