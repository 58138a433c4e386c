import { toolsLogger, viewerLogger } from '#core/logs/loggers.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { findConfiguration } from '../configuration/read-configuration.ts';

type Needs = Pick<Platform, 'blobs' | 'clock' | 'environment' | 'home' | 'log' | 'logs'>;

/** Writes to the viewer's own log what was replayed. */
export async function logReplays(
  needs: Needs,
  replays: readonly { readonly delivery_id: string; readonly replay_of: string }[],
  isDryRun: boolean,
): Promise<void> {
  const configuration = await findConfiguration(needs);
  const how = isDryRun ? 'as a dry run ' : '';
  const messages = replays.map(
    ({ delivery_id, replay_of }) => `Delivery ${replay_of} is replayed ${how}as ${delivery_id}`,
  );
  const file = configuration?.logsServerLogFile ?? 'logs-server.log';
  await write(needs, viewerLogger, messages, file);
}

/** Writes to the log of the tools. */
export async function logToolCall(needs: Needs, tool: string, isError: boolean): Promise<void> {
  const configuration = await findConfiguration(needs);
  const message = `Tool ${tool} ${isError ? 'was refused' : 'was called'}`;
  await write(needs, toolsLogger, [message], configuration?.mcpLogFile ?? 'mcp-server.log');
}

async function write(
  { clock, logs }: Needs,
  logger_name: string,
  messages: readonly string[],
  file: string,
): Promise<void> {
  const timestamp = clock.now().toISOString();
  const shared = { type: 'log_entry', timestamp, level: 'INFO', logger_name } as const;
  await logs.append(
    messages.map((message) => ({ ...shared, message })),
    file,
  );
}
