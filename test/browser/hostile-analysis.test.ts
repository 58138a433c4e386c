import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsPage } from '#core/analysis/pages/alerts/alerts-page.ts';
import { dashboardPage } from '#core/analysis/pages/dashboard/dashboard.ts';
import { historyPage } from '#core/analysis/pages/history/history-page.ts';
import { testPage } from '#core/analysis/pages/test/test-page.ts';
import { metadataPage } from '#core/analysis/pages/metadata/metadata-page.ts';
import { jobPage } from '#core/analysis/pages/job/job-page.ts';
import { adminPage } from '#core/analysis/pages/admin/admin.ts';
import { registerPage } from '#core/analysis/pages/register/register.ts';
import { settingsPage } from '#core/analysis/pages/settings/settings.ts';
import { usagePage } from '#core/analysis/pages/usage/usage.ts';
import type { FailureAnalysis, PeerDebate } from '#core/analysis/base/schema/result.ts';
import { chromePath } from '#test/support/browser.ts';
import { type KitWorld, kitWorld } from '#test/support/kit-page.ts';
import {
  sampleAdmin,
  sampleAlerts,
  sampleDashboard,
  sampleDiscussion,
  sampleEntries,
  sampleFrame,
  sampleJobPage,
  sampleMetadataPage,
  sampleSearch,
  sampleSettings,
  sampleTestHistory,
  sampleUsage,
} from '#test/support/sample-analysis.ts';
import { visitHostile } from '#test/support/visit-hostile.ts';
import { xssCorpus } from '#test/support/xss-corpus.ts';

function hostileDebate(text: string): PeerDebate {
  const who = { ai_provider: text, ai_model: text };
  const voice = { ...who, round: 1, classification: '', details: text } as const;
  return {
    ...{ consensus_reached: false, rounds_used: 1, max_rounds: 1, ai_configs: [] },
    rounds: [
      { ...voice, role: 'orchestrator', agrees_with_orchestrator: null },
      { ...voice, role: 'peer', agrees_with_orchestrator: false },
    ],
  };
}

function hostileFailure(text: string, at: number): FailureAnalysis {
  const quote = `${text.replaceAll('\n', ' ')}:1: ${text.replaceAll('\n', ' ')}`;
  return {
    ...{ test_name: text, error: text, error_signature: text },
    analysis: {
      ...{ classification: at % 2 === 0 ? 'PRODUCT BUG' : 'CODE ISSUE', affected_tests: [text] },
      ...{ details: text, artifacts_evidence: quote },
      ...(at % 2 === 1 && { code_fix: { file: text, line: text, change: text } }),
      ...(at % 2 === 0 && {
        product_bug_report: {
          ...{ title: text, severity: text, component: text, description: text, evidence: quote },
          tracker_search_keywords: [text],
          tracker_matches: [
            { key: text, summary: text, status: text, priority: text, url: text, score: 1 },
          ],
        },
      }),
    },
    peer_debate: hostileDebate(text),
  };
}

describe.runIf(chromePath)('hostile content in the failure analysis', () => {
  let world: KitWorld;
  beforeAll(async () => {
    world = await kitWorld();
  });
  afterAll(() => world?.close());

  const kit = () => world.server.assets;
  const attacks = (attack: string) => [...xssCorpus, attack];
  const comment = (text: string, id: number) => ({
    ...sampleDiscussion.comments[0]!,
    ...{ id, test_name: text, comment: `@${text} ${text}`, username: text, created_at: text },
  });

  const sinks: [name: string, draw: (attack: string) => string][] = [
    [
      'the page of an analysis',
      (attack) =>
        jobPage(
          sampleJobPage(kit(), {
            job: {
              ...{ id: attack, job_name: attack, ci_url: attack, summary: attack, writer: attack },
              ...{ created_by: attack, repeats: attack, ai_model: attack },
              findings: { unverified_quotes: 1, overrides_applied: [], notes: attacks(attack) },
              params: {
                ...sampleJobPage(kit()).job.params,
                tests_repo_url: 'javascript:pwned()',
                additional_repos: [{ name: attack, url: attack, ref: attack }],
              },
            },
            caller: { username: attack, role: attack },
            // As many as a page shows; the others follow.
            result: {
              failures: attacks(attack).slice(0, 12).map(hostileFailure),
              child_job_analyses: attacks(attack)
                .slice(12, 24)
                .map((text, at) => ({
                  ...{ job_name: text, build_number: at, ci_url: text, summary: text, note: text },
                  ...{ failures: [hostileFailure(text, at)], failed_children: [] },
                })),
            },
            comparison: {
              ...{ compared_with: attack, new: attacks(attack), fixed: attacks(attack) },
              still_failing: attacks(attack),
            },
            discussion: {
              comments: attacks(attack).map(comment),
              reviews: {
                [xssCorpus[0]!]: { reviewed: true, username: attack, updated_at: attack },
              },
            },
            query: { q: '' },
          }),
        ),
    ],
    ...[24, 36, 48].map((from): [string, (attack: string) => string] => [
      `the causes from number ${from}`,
      (attack) =>
        jobPage(
          sampleJobPage(kit(), {
            result: {
              failures: attacks(attack)
                .slice(from, from + 12)
                .map(hostileFailure),
              child_job_analyses: [],
            },
          }),
        ),
    ]),
    [
      'a failed analysis',
      (attack) =>
        jobPage(
          sampleJobPage(kit(), {
            job: { status: 'failed', error: attack },
            result: { failures: [], child_job_analyses: [] },
          }),
        ),
    ],
    [
      'a running one',
      (attack) =>
        jobPage(
          sampleJobPage(kit(), {
            job: {
              ...{ status: 'running', progress_phase: attack },
              progress_log: attacks(attack).map((phase) => ({ phase, timestamp: 1 })),
            },
            result: { failures: [], child_job_analyses: [] },
          }),
        ),
    ],
    [
      'the search in an analysis',
      (attack) => jobPage(sampleJobPage(kit(), { query: { q: attack.slice(0, 190) } })),
    ],
    [
      'the dashboard',
      (attack) => {
        const entry = sampleEntries[1]!;
        const hostile = attacks(attack).map((text) => ({
          ...entry,
          ...{ job_id: text, job_name: text, created_by: text, summary: text, error: text },
        }));
        const view = sampleDashboard(kit(), hostile, { job: attack });
        return dashboardPage({
          ...{ ...view, entries: hostile, jobs: attacks(attack) },
          selection: { ...view.selection, text: attack, matching: 9 },
          flaky: attacks(attack).map((test_name) => ({ ...view.flaky[0]!, test_name })),
          start: {
            ...{ baseUrl: attack, value: attack, error: attack },
            writer: { name: attack, isOffline: true },
            ...{ ci: attack, build: { job_name: attack, build_number: attack, error: attack } },
          },
        });
      },
    ],
    [
      'the metadata of jobs',
      (attack) =>
        metadataPage({
          ...sampleMetadataPage(kit()),
          rules: { source: 'file', text: attack, problem: attack },
          jobs: attacks(attack).map((text) => ({
            ...{ job_name: text, team: text, tier: text, version: text, labels: [text] },
            matched_rules: [],
          })),
        }),
    ],
    [
      'the search in all failures',
      (attack) =>
        historyPage({
          ...{ ...sampleFrame(kit(), { username: attack }), ...sampleSearch },
          query: { q: attack, job: attack, class: attack },
          found: {
            total: 9,
            failures: attacks(attack).map((text) => ({
              ...sampleSearch.found.failures[0]!,
              ...{ id: text, test_name: text, error_message: text, job_name: text, job_id: text },
            })),
          },
          set: {
            total: 9,
            classifications: attacks(attack).map((text, id) => ({
              ...sampleSearch.set.classifications[0]!,
              ...{ id, test_name: text, classification: text, reason: text, created_by: text },
            })),
          },
        }),
    ],
    [
      'the history of a test',
      (attack) =>
        testPage({
          ...sampleFrame(kit()),
          history: {
            ...{ ...sampleTestHistory, test_name: attack, flaky_rule: attack },
            comments: attacks(attack).map(comment),
            recent_runs: attacks(attack).map((text) => ({
              ...sampleTestHistory.recent_runs[0]!,
              ...{ job_id: text, job_name: text, error_signature: text },
            })),
          },
        }),
    ],
    [
      'the page that asks for a name',
      (attack) =>
        registerPage({
          ...{ assets: kit(), username: attack, next: attack, error: attack },
          waiting: Object.fromEntries(xssCorpus.map((text) => [text, text])),
        }),
    ],
    [
      'the settings',
      (attack) =>
        settingsPage({
          ...sampleSettings(kit()),
          ...{ error: attack, caller: { ...sampleFrame(kit()).caller, username: attack } },
          tokens: { scm_token: attack, tracker_email: attack, tracker_token: attack },
          server: attacks(attack).map((text) => ({ title: text, rows: [[text, text]] })),
        }),
    ],
    [
      'the administrators’ page',
      (attack) =>
        adminPage({
          ...sampleAdmin(kit()),
          refused: { values: { username: attack, role: attack }, error: attack, problem: attack },
          users: attacks(attack).map((text) => ({
            ...{ username: text, role: text, createdAt: text, lastSeen: text, isSelf: false },
          })),
        }),
    ],
    [
      'the page of the token usage',
      (attack) =>
        usagePage({
          ...sampleUsage(kit()),
          query: { ...sampleUsage(kit()).query, ai_model: attack, start_date: attack },
          days: [{ day: attack, tokens: 1 }],
          usage: {
            ...sampleUsage(kit()).usage,
            breakdown: attacks(attack).map((group) => ({
              ...{ group, calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: 1 },
            })),
          },
        }),
    ],
    [
      'the page of the alerts',
      (attack) => {
        const sample = sampleAlerts(kit());
        return alertsPage({
          ...sample,
          ...{ tested: attack, error: attack },
          mentions: {
            unread: 1,
            mentions: attacks(attack).map((text, at) => ({
              ...sample.mentions.mentions[0]!,
              ...{ id: at, job_id: text, test_name: text, comment: text, username: text },
            })),
          },
          devices: attacks(attack).map((text) => ({ id: text, label: text, created_at: text })),
          lastAlerts: [{ event: 'job_failed', work: attack, reason: attack, sent_at: attack }],
        });
      },
    ],
  ];

  it.each(sinks)('does not run in %s (S8)', async (_, draw) => {
    await visitHostile(world, draw);
  });

  it('has every attack in a sink', () => {
    expect(xssCorpus.length).toBeLessThan(60);
  });
});
