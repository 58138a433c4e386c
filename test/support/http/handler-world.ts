import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { scmClient } from '#core/scm/client.ts';
import { restSender } from '#core/scm/rest-sender.ts';
import type { RepositorySettings } from '#core/webhook/configuration/repository-settings.ts';
import type { EventHandler, HandlerContext } from '#core/webhook/pulls/context.ts';
import { atEnd } from '#test/support/at-end.ts';
import { manualClock, type ManualClock } from '#test/support/manual-clock.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken, type PullDescription, type ScmHost } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export interface HandlerWorld {
  readonly host: ScmHost;
  readonly clock: ManualClock;
  /** Steps that ended: their name with what they returned, or the error. */
  readonly steps: Record<string, unknown>;
  /** Level and text of the log's entries. */
  readonly entries: string[];
  readonly settings: RepositorySettings;
  readonly context: (event: string, payload?: object, options?: Options) => HandlerContext;
  run(handler: EventHandler, event: string, payload: object, options?: Options): Promise<void>;
}

interface Options extends Partial<HandlerContext['delivery']> {
  readonly settings?: Partial<RepositorySettings>;
  readonly isDryRun?: boolean;
}

const plainSettings = {
  fullName: 'owner/repo',
  path: '/repos/owner/repo',
  logLevel: 'INFO',
  events: ['*'],
  tokens: [hostToken],
  secrets: [],
  welcomeExtraInfo: undefined,
  enabledLabels: undefined,
  labelColors: {},
  sizes: [{ name: 'XS', from: 0, color: 'ededed' }],
  minimumLgtm: 0,
  requiredLabels: [],
  autoVerifiedUsers: [],
  autoMergeBranches: [],
  allowsCommandsOnDrafts: false,
  conventionalTypes: undefined,
  mergeMethod: 'squash',
  branchUpdate: undefined,
  requiredChecks: [],
  customChecks: [],
  needsResolvedThreads: false,
  docs: undefined,
  analysis: undefined,
  fileProblem: undefined,
} as unknown as RepositorySettings;

/** A handler's surroundings over the fake code host. Time stands still. */
export async function handlerWorld(description: PullDescription): Promise<HandlerWorld> {
  const host = scmHost(description);
  await serveHost(host);
  const clock = manualClock('2026-03-01T12:00:00.000Z');
  const fetch = netFetch({ allowPrivate: true, clock, log: () => {} });
  const folder = await temporaryFolder();
  const trees = localTrees({ directory: folder.path });
  const database = openDatabase({ file: join(folder.path, 'webhook.db') });
  const records = localRecords(database, { clock });
  atEnd(() => records.close().then(() => database.close()));
  const steps: Record<string, unknown> = {};
  const entries: string[] = [];
  const write = (level: string) => (message: string) => void entries.push(`${level} ${message}`);

  const context: HandlerWorld['context'] = (event, payload = {}, options = {}) => {
    const { settings = {}, isDryRun = false, ...delivery } = options;
    const send = restSender({ fetch }, { url: host.origin, token: hostToken, trusted: true });
    return {
      delivery: {
        ...{ id: 'delivery-1', event, repository: 'owner/repo', sender: 'ada', prNumber: 7 },
        action: (payload as { action?: string }).action,
        receivedAt: clock.now().toISOString(),
        payload: payload as Record<string, unknown>,
        isRepeated: false,
        ...delivery,
      },
      settings: { ...plainSettings, ...settings },
      scm: scmClient({ clock, send }),
      log: {
        info: write('INFO'),
        warning: write('WARNING'),
        error: write('ERROR'),
        async step(name, work) {
          try {
            const details = await work();
            steps[name] = details;
            return details;
          } catch (error) {
            steps[name] = error;
            throw error;
          }
        },
        pullRequest() {},
      },
      platform: {
        ...{ clock, fetch, trees, records, environment: {} },
        queue: { send: async () => {} },
      } as unknown as HandlerContext['platform'],
      isDryRun,
      signal: new AbortController().signal,
    };
  };

  return {
    ...{ host, clock, steps, entries, settings: plainSettings, context },
    run: (handler, event, payload, options) => handler(context(event, payload, options)),
  };
}

/**
 * Runs the work once, and once more after an interruption behind each of its changes, in worlds that
 * `open` makes: the answer to the change is lost, or the host answers nothing from then on, as if the
 * process were killed. What `left` says of each world must be the same (R1).
 */
export async function interruptEverywhere<Left>(
  open: () => Promise<HandlerWorld>,
  work: (world: HandlerWorld, isRepeated: boolean) => Promise<void>,
  left: (world: HandlerWorld) => Left,
): Promise<{ readonly left: Left[]; readonly interruptions: number }> {
  const results: Left[] = [];
  for (let at = 0; ; at += 1) {
    for (const isKilled of [false, true]) {
      const world = await open();
      const { host } = world;
      const real = host.handle;
      const gone = { status: 400, body: { message: 'interrupted' } };
      let changes = 0;
      let isInterrupted = false;
      host.handle = (request) => (isInterrupted && isKilled ? gone : real(request));
      host.afterChange = () => {
        changes += 1;
        if (at === 0 || changes !== at) return undefined;
        isInterrupted = true;
        return gone;
      };
      await work(world, false).catch(() => undefined);
      if (!isInterrupted && at > 0) return { left: results, interruptions: at - 1 };
      host.handle = real;
      host.afterChange = () => undefined;
      if (isInterrupted) await work(world, true);
      results.push(left(world));
    }
  }
}
