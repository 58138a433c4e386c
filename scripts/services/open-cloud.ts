import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { lazyAgents } from '#core/home/agents.ts';
import { openAws } from '#core/home/open-aws.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { OpenPlatform } from './run-services.ts';

const core = resolve(import.meta.dirname, '../../core');

interface CloudOptions {
  readonly environment: Environment;
  /** Absent: AWS, with this machine's credentials. */
  readonly clients?: AwsClients;
  readonly standIn?: readonly string[];
}

/**
 * Opens DynamoDB, S3 and SQS for a server of ours, which bundles assets and holds sockets itself.
 */
export function openCloud(options: CloudOptions): Awaited<ReturnType<OpenPlatform>> {
  const { environment } = options;
  const connections = localSockets();
  const directory = join(tmpdir(), 'lantern-agents');
  const agents = lazyAgents({ directory, clock: systemClock(), environment });
  const assets = localAssets({ root: core });
  return {
    platform: openAws({
      ...options,
      assets,
      agents,
      templates: core,
      sockets: connections.sockets,
    }),
    connections,
  };
}
