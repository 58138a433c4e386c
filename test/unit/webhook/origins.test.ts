import { expect, it } from 'vitest';
import { configurationOf } from '#core/webhook/configuration/configuration.ts';
import { originsOf } from '#core/webhook/configuration/origins.ts';
import { settingsFrom } from '#core/webhook/configuration/repository-settings.ts';
import { repositoryEntry, type RepositoryKeys } from '#core/webhook/configuration/schema.ts';

const name = 'team/lamp';
const layers = ['root', 'entry', 'repository file'] as const;
const ownKeys = (at: number): RepositoryKeys => ({
  'log-level': 'DEBUG',
  events: [`event-${at}`],
  'welcome-extra-info': `welcome ${at}`,
  'pr-size-thresholds': { [`S${at}`]: { threshold: at + 1, color: 'd93f0b' } },
  'minimum-lgtm': at,
  'can-be-merged-required-labels': [`label-${at}`],
  'auto-verified-and-merged-users': [`user-${at}`],
  'set-auto-merge-prs': [`branch-${at}`],
  'allow-commands-on-draft-prs': [`command-${at}`],
  'merge-method': 'rebase',
  'update-branch': 'merge',
  'conventional-title': [`type-${at}`],
  'default-status-checks': [`check-${at}`],
  'required-conversation-resolution': at !== 1,
  'security-checks': { 'suspicious-paths': [`path-${at}/`] },
});
const trusted = (at: number): RepositoryKeys => ({
  'scm-tokens': [`token-${at}`],
  'webhook-secret': [`secret-${at}`],
  'custom-check-runs': [{ name: `custom-${at}`, command: 'a-password' }],
  docs: { url: `https://me:a-password@docs-${at}.test`, key: 'a-password' },
  analysis: { url: `https://analysis-${at}.test` },
});
const labels = (at: number) => ({
  'enabled-labels': ['size' as const],
  colors: { [`l${at}`]: 'd93f0b' },
});

/** By bits of the number: a part of the keys. */
const some = <T extends object>(keys: T, random: () => number): Partial<T> =>
  Object.fromEntries(Object.entries(keys).filter(() => random() < 0.4)) as Partial<T>;

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

it('shows what settingsFrom() decides, for random combinations of all keys', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomFrom(seed * 7919);
    const pick = (at: number) => ({
      ...some(ownKeys(at), random),
      ...(at < 2 && some(trusted(at), random)),
      labels: some(labels(at), random),
    });
    const root = { ...pick(0), repositories: { lamp: { name, ...pick(1) } } };
    const entry = root.repositories.lamp;
    const configuration = configurationOf(root, {});
    const file = { keys: pick(2) };
    const rows = originsOf(configuration, entry, file);
    for (const { key, origin } of rows) seen.add(`${key} ${origin}`);
    // The layer that is shown decides alone: all others may lose the key.
    const only = layers.map((layer) => {
      const isOf = (key: string) => rows.some((row) => row.key === key && row.origin === layer);
      const all = { root, entry, 'repository file': file.keys }[layer] as RepositoryKeys;
      const part = Object.entries(all.labels ?? {}).filter(([key]) => isOf(`labels.${key}`));
      const rest = Object.entries(all).filter(([key]) => isOf(key));
      return { ...Object.fromEntries(rest), labels: Object.fromEntries(part) };
    });
    const lone = { name, ...only[1] };
    const least = configurationOf({ ...only[0], repositories: { lamp: lone } }, {});
    expect(settingsFrom(least, lone, { keys: only[2] ?? {} })).toEqual(
      settingsFrom(configuration, entry, file),
    );
    expect(JSON.stringify(rows)).not.toMatch(/a-password|token-\d|secret-\d/);
  }
  const keys = Object.keys(repositoryEntry.shape).filter((key) => key !== 'name');
  const shown = keys.flatMap((key) =>
    key === 'labels' ? ['labels.enabled-labels', 'labels.colors'] : [key],
  );
  for (const key of shown) {
    for (const origin of ['default', 'root', 'entry']) expect(seen).toContain(`${key} ${origin}`);
  }
});
