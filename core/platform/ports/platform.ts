import type { Agents } from './programs/agents.ts';
import type { Ai } from './programs/ai.ts';
import type { Assets } from './files/assets.ts';
import type { Blobs } from './blobs.ts';
import type { Clock } from './clock.ts';
import type { Environment } from './environment.ts';
import type { Feed } from './feed.ts';
import type { Fetch } from './fetch.ts';
import type { ReadFile } from './files/files.ts';
import type { Git } from './systems/git.ts';
import type { Home } from './home.ts';
import type { Log } from './log.ts';
import type { Logs } from './logs.ts';
import type { Mail } from './systems/mail.ts';
import type { Offload } from './programs/offload.ts';
import type { Sandbox } from './programs/sandbox.ts';
import type { Push } from './systems/push.ts';
import type { Queue } from './queue.ts';
import type { Records } from './records.ts';
import type { Schedules } from './systems/schedules.ts';
import type { Secrets } from './secrets.ts';
import type { Sockets } from './systems/sockets.ts';
import type { Templates } from './files/templates.ts';
import type { Transcripts } from './transcripts.ts';
import type { Trees } from './trees.ts';

/**
 * All ports. A use case names those that it uses with Pick<Platform, …>. Adapters keep the promises
 * in the comments of the ports; test/contract checks them.
 *
 * Terms in those comments: "Absent" is the result for a thing that does not exist, "Repeated" the
 * result of the same call a second time. Unless a method says otherwise, an outage is
 * Failure('unavailable'), and either nothing or everything was changed: a caller may always retry.
 */
export interface Platform {
  readonly home: Home;
  readonly environment: Environment;
  readonly log: Log;
  readonly records: Records;
  readonly blobs: Blobs;
  readonly queue: Queue;
  readonly feed: Feed;
  readonly sockets: Sockets;
  readonly logs: Logs;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly git: Git;
  readonly trees: Trees;
  readonly templates: Templates;
  readonly readFile: ReadFile;
  readonly ai: Ai;
  readonly agents: Agents;
  readonly sandbox: Sandbox;
  readonly mail: Mail;
  readonly push: Push;
  readonly fetch: Fetch;
  readonly assets: Assets;
  readonly offload: Offload;
  readonly transcripts: Transcripts;
  /** Undefined: a schedule runs in one process. */
  readonly schedules?: Schedules;
  /** Waits for work in progress and closes every adapter. */
  close(): Promise<void>;
}
