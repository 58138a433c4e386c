import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportPhase } from '#core/analysis/jobs/report-phase.ts';
import { explainGroup } from '#core/analysis/explain/explain-group.ts';
import type { EffectiveParams, SecretParams } from '#core/analysis/base/schema/params.ts';
import { jobGroups, jobs, type Job, type JobGroup } from '#core/analysis/base/tables/job-tables.ts';
import { sealSecrets } from '#core/analysis/base/configuration/sealed.ts';
import { prepareWorkspace } from '#core/analysis/explain/workspace/prepare-workspace.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { testRepository, type Tree, type TreeEntry } from '#test/support/git/git-repository.ts';
import { gitServer, type GitServer } from '#test/support/git/git-server.ts';
import { buildParams, params as plainParams } from './analysis-jobs.ts';
import { readCalls, scriptedCommand, type Call, type Rule } from '#test/support/ai/scripted-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { Sent } from '#test/support/http/http-client.ts';
import { openWorld, type Home } from '#test/support/world.ts';

const providers = ['provider_a', 'provider_b', 'provider_c'] as const;
type Provider = (typeof providers)[number];

const certificate = testCertificate();

/** A class and its reason, as a model answers. */
export const answer = (classification: string, more: object = {}): Rule => ({
  json: { classification, details: `It is ${classification}.`, ...more },
});

/** Groups of failures and three scripted models, without the queue in between. */
export async function openExplainWorld(
  home: Home,
  environment: (server: GitServer) => Record<string, string> = () => ({}),
) {
  const folder = await temporaryFolder();
  const root = join(folder.path, 'repositories');
  mkdirSync(root);
  const server = await gitServer(root, certificate);
  writeFileSync(join(folder.path, 'authority.pem'), certificate.ca);
  const script = (provider: string) => join(folder.path, `${provider}.json`);
  const log = (provider: string) => join(folder.path, `${provider}.jsonl`);
  const commands = providers.map((id) => [
    `AI_CLI_${id.toUpperCase()}`,
    scriptedCommand(script(id)),
  ]);
  const world = await openWorld(home, 'analysis', {
    environment: {
      ALLOW_PRIVATE_REPO_HOSTS: 'true',
      NODE_EXTRA_CA_CERTS: join(folder.path, 'authority.pem'),
      ...(Object.fromEntries(commands) as Record<string, string>),
      ...environment(server),
    },
  });
  const { platform } = world;

  return {
    ...{ platform, server, folder: folder.path, logs: world.logs },
    send: (sent: Sent) => world.send(sent),
    /** The URL of a repository with these files. Repeated: they are its next commit. */
    repository(name: string, files: Record<string, TreeEntry> | Tree): string {
      testRepository(root, name).commit(files);
      return server.url(name);
    },
    /** Sets a provider's next answers. The availability check is always answered. */
    say(provider: Provider, ...rules: Rule[]): void {
      const check: Rule = { when: '^Reply with OK', text: 'OK' };
      const all = { log: log(provider), rules: [check, ...rules] };
      writeFileSync(script(provider), JSON.stringify(all));
    },
    /** Without availability checks. */
    calls: (provider: Provider): Call[] =>
      readCalls(log(provider)).filter(({ rule }) => rule !== 0),

    /** With `source`: the analysis of a build, with its artifacts. */
    async job(
      params: Partial<EffectiveParams> = {},
      secrets: SecretParams = {},
      source?: Parameters<typeof prepareWorkspace>[4],
    ): Promise<{ readonly job: Stored<Job>; readonly notes: readonly string[] }> {
      const id = `job_${randomUUID()}`;
      const build = source ? { build: { ...buildParams, ci_artifacts_max_size_mb: 1 } } : {};
      const sealed_params = await sealSecrets(platform, secrets);
      const row = await platform.records.insert(jobs, {
        ...{ ...jobRow(id, params), ...build, sealed_params },
      });
      const signal = AbortSignal.timeout(60_000);
      const { folders, notes } = await prepareWorkspace(platform, row, secrets, signal, source);
      return { job: await platform.records.update(jobs, { id }, { folders }), notes };
    },

    /** Runs the steps of a group until it is done; `afterStep` sees the row after each. Repeated for
     * one position: the group is analyzed again from the beginning, as after a crash. */
    async explain(
      job: Job,
      more: Partial<JobGroup> = {},
      afterStep: (row: JobGroup) => void = () => {},
    ): Promise<JobGroup> {
      const { records, clock } = platform;
      const key = { job: job.id, position: more.position ?? 0 };
      await records.delete(jobGroups, key);
      let group = await records.insert(jobGroups, { ...groupRow(job.id), ...more });
      for (;;) {
        const began = clock.now().getTime();
        const signal = AbortSignal.timeout(60_000);
        const { changes, againSeconds } = await explainGroup(platform, {
          job,
          group,
          began,
          signal,
          enterPhase: (phase) => reportPhase(platform, job.id, phase),
        });
        group = await records.update(jobGroups, key, changes);
        afterStep(group);
        if (againSeconds === undefined) return group;
      }
    },

    async close() {
      await world.close();
      await server.close();
      await folder.remove();
    },
  };
}

function jobRow(id: string, params: Partial<EffectiveParams> = {}): Partial<Job> {
  return {
    ...{ id, kind: 'direct', status: 'running', created_at: '2026-03-01T12:00:00.000Z' },
    lease_until: '2026-03-01T12:05:00.000Z',
    ...{ ai_provider: params.ai_provider ?? 'provider_a', ai_model: params.ai_model ?? 'main' },
    params: {
      ...{ ...plainParams, tests_repo_url: null, tests_repo_ref: null, additional_repos: [] },
      ...{ ai_model: 'main', ai_cli_timeout: 1, ...params },
    },
  };
}

function groupRow(job: string): Partial<JobGroup> {
  return {
    ...{ job, position: 0, group_key: 'g', failures: 2 },
    signatures: ['s-1'],
    tests: ['checkout.pays', 'checkout.ships'],
    error_message: 'expected 200, got 500',
    stack_trace: 'at pay (src/pay.ts:2:3)\n  at run (src/run.ts:9:1)',
  };
}
