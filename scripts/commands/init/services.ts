import { agentSettings } from '#core/agent/settings.ts';
import { providerIds } from '#core/ai/provider-ids.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { docsSettings } from '#core/docs/settings.ts';
import { agentNameSettings } from '#core/home/agents.ts';
import { transcriptSettings } from '#core/home/transcript-folders.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { programNames, providerOf } from '../docs/options.ts';

interface ServiceQuestions {
  /** Refuses what the service would refuse at its start. */
  readonly read: (environment: Environment) => unknown;
  /** By variable. */
  readonly questions: Readonly<Record<string, string>>;
  /** Secrets are not typed on a terminal: the file gets a line to fill in, where the variable after it
   * was answered. */
  readonly secrets: Readonly<Record<string, string>>;
}

const model = {
  AI_PROVIDER: `AI command line: ${programNames} (the one that is installed)`,
  AI_MODEL: 'Its model (the default of the command line)',
};

export const serviceQuestions: Readonly<Record<string, ServiceQuestions>> = {
  docs: {
    read: (environment) => docsSettings({ ADMIN_KEY: 'x'.repeat(16), ...environment }),
    questions: {
      ...model,
      MAX_COST: 'Cost limit of a generation, in US dollars (no limit)',
      PUBLIC_DOCS: 'Can everyone read the sites without login, true or false (false)',
    },
    secrets: {},
  },
  analysis: {
    read: analysisSettings,
    questions: {
      ...model,
      TESTS_REPO_URL: 'Repository of the tests, such as https://github.com/acme/shop',
      CI_URL: 'Jenkins server, such as https://ci.example.com (reports are sent instead)',
      CI_USER: 'User on the Jenkins server',
      TRACKER_URL: 'Issue tracker, such as https://acme.atlassian.net',
      TRACKER_EMAIL: 'Your tracker account',
      TRACKER_PROJECT_KEY: 'Tracker project, such as SHOP',
      PUBLIC_BASE_URL: 'Public address of this service, for links (links are relative)',
    },
    secrets: {
      CI_PASSWORD: 'CI_URL',
      TRACKER_API_TOKEN: 'TRACKER_URL',
      SCM_TOKEN: 'TESTS_REPO_URL',
    },
  },
  sessions: {
    read: transcriptSettings,
    questions: {
      SESSIONINFO_DIR: 'Folder of stored sessions (where Claude Code, Codex and Gemini keep them)',
    },
    secrets: {},
  },
  agent: {
    read: (environment) => [agentSettings(environment), agentNameSettings(environment)],
    questions: {
      CLI_AGENTS: 'Command lines to offer, separated by commas, such as claude (none)',
      ACPX_AGENTS: 'acpx agents to offer, separated by commas (none)',
    },
    secrets: { ANTHROPIC_API_KEY: '', GEMINI_API_KEY: '', OPENAI_API_KEY: '' },
  },
};

/** The interface has ids of its own for the programs. */
export function valueOf(variable: string, answer: string): string {
  return variable === 'AI_PROVIDER' ? providerOf(answer) : answer;
}

export function providerProblems(answer: string): string[] {
  return providerIds.includes(providerOf(answer)) ? [] : [`one of ${programNames}`];
}
