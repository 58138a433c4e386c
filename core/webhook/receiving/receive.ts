import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { checkAddress } from '../allowlist/check-address.ts';
import { findEntry } from '../configuration/configuration.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { factsOf } from '../deliveries/facts.ts';
import { sendDelivery } from '../deliveries/message.ts';
import { recordingRejection } from '../deliveries/rejections.ts';
import { checkSignature, type Headers, keptHeaders, readDeliveryId, readEvent } from './headers.ts';
import { namesIn, parseBody, textOf } from './names-in.ts';

type Needs = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'fetch' | 'home' | 'log' | 'logs' | 'queue' | 'records'
>;

/** As the interface says: 25 MiB. */
export const largestBody = 25 * 1024 * 1024;

interface Received {
  /** Lower-case names. */
  readonly headers: Headers;
  /** The client's. */
  readonly address: string;
  /** The raw bytes. More than are allowed: Failure('too-large'). */
  readonly body: () => Uint8Array;
}

export interface Accepted {
  readonly delivery_id: string;
  readonly event_type: string;
}

/**
 * Checks a delivery in the order of the interface and hands it over for processing. The message is
 * the durable record of it, and the one write before the answer. It names the entry of the
 * configuration whose secret signed it, and processing looks no name of the payload up again (S17). A
 * configuration that cannot be used: Failure('configuration').
 */
export async function receive(needs: Needs, received: Received): Promise<Accepted> {
  const { headers, address, body } = received;
  await checkAddress(needs, address);
  const event = readEvent(headers);
  const { echoed, id } = readDeliveryId(headers);
  const bytes = body();
  const rejection = { event: plainText(event), id: plainText(echoed), address };
  const configuration = await recordingRejection(
    needs,
    { ...rejection, kind: 'configuration' },
    () => readConfiguration(needs),
  );
  const text = textOf(bytes);
  const payload = parseBody(text);
  const names = namesIn(payload);
  const entry = isFailure(names) ? undefined : findEntry(configuration, names);
  const secrets = entry?.['webhook-secret'] ?? configuration.secrets;
  const isChecked = secrets.length > 0;
  if (isChecked) {
    const mine = { ...rejection, kind: 'signature', repository: entry?.name } as const;
    await recordingRejection(needs, mine, () =>
      checkSignature(headers['x-hub-signature-256'], bytes, secrets),
    );
  }
  if (isFailure(names)) throw names;
  await sendDelivery(needs, {
    id,
    repository: entry?.name ?? names.fullName,
    pr_number: entry ? (factsOf(payload).pull?.number ?? null) : null,
    event: rejection.event,
    received_at: needs.clock.now().toISOString(),
    address,
    signature: isChecked ? 'valid' : 'unchecked',
    headers: keptHeaders(headers),
    // Without an entry it is only recorded.
    body: (entry && text) ?? '',
    origin: 'hook',
    replay_of: null,
    is_dry_run: false,
  });
  return { delivery_id: echoed, event_type: event };
}

/** Keys and log lines take this; real names are not changed. */
function plainText(text: string): string {
  return text.slice(0, 200).replace(/[^!-~]/g, '?');
}
