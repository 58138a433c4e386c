import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { queryOf } from '../reading/query-of.ts';
import { streamQuery } from '../schema/query.ts';
import { isViewerOn } from '../settings.ts';

type Needs = Pick<Platform, 'clock' | 'environment' | 'logs' | 'sockets'>;

/** "Policy violation" of RFC 6455. */
const refused = 1008;
/** Bytes of a close frame. */
const maxReasonBytes = 123;

/** Sends a new connection the entries that match its filters: with `after` first those since this cursor,
 * and with `together` several in one message. The close frame says why a stream is refused: browsers hide the
 * answer to a handshake. False: in the cloud the connection cannot be closed yet, and its handshake has to be
 * refused. */
export async function openStream(
  { clock, environment, logs, sockets }: Needs,
  connection: string,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const close = (text: string) => sockets.close(connection, { code: refused, text: cut(text) });
  if (!isViewerOn(environment)) return close('Log server is disabled');
  const parsed = streamQuery.safeParse(parameters);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return close(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { after, together, ...filters } = parsed.data;
  try {
    const query = queryOf(filters, clock.now());
    const followed = { ...query, ...(after !== undefined && { after }) };
    await logs.follow(connection, followed, { together: together === 'true' });
    return true;
  } catch (error) {
    if (!isFailure(error, 'invalid')) throw error;
    return close(error.message);
  }
}

function cut(text: string): string {
  let short = text;
  while (Buffer.byteLength(short) > maxReasonBytes) short = short.slice(0, -1);
  return short;
}
