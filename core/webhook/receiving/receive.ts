import type { Platform } from '#core/platform/ports/platform.ts';
import { checkAddress } from '../allowlist/check-address.ts';
import { findEntry, type Configuration } from '../configuration/configuration.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { factsOf } from '../deliveries/facts.ts';
import { sendDelivery } from '../deliveries/send-delivery.ts';
import { keptHeaders, readDeliveryId, readEvent, type Headers } from './delivery-headers.ts';
import { readPayload } from './read-payload.ts';
import { checkSignature } from './signature.ts';

type Needs = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'fetch' | 'home' | 'log' | 'queue' | 'records'
>;

/** As the interface says: 25 MiB. */
export const largestBody = 25 * 1024 * 1024;

interface Received {
  /** Lower-case names. */
  readonly headers: Headers;
  /** Of the client. */
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
 * the durable record of it, and the one write before the answer. A configuration that cannot be used:
 * Failure('configuration').
 */
export async function receive(needs: Needs, received: Received): Promise<Accepted> {
  const { headers, address, body } = received;
  await checkAddress(needs, address);
  const event = readEvent(headers);
  const { echoed, id } = readDeliveryId(headers);
  const bytes = body();
  const secrets = secretsFor(await readConfiguration(needs), bytes);
  const isChecked = secrets.length > 0;
  if (isChecked) checkSignature(headers['x-hub-signature-256'], bytes, secrets);
  const { text, body: payload, fullName, name } = readPayload(bytes);
  await sendDelivery(needs, {
    id,
    repository: plainText(fullName),
    repository_name: plainText(name),
    pr_number: factsOf(payload).pull?.number ?? null,
    event: plainText(event),
    received_at: needs.clock.now().toISOString(),
    address,
    signature: isChecked ? 'valid' : 'unchecked',
    headers: keptHeaders(headers),
    body: text,
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

/**
 * The secrets of all repositories, and those of the one that the body names. The body is not checked
 * yet: another name in it only leaves other secrets, which its sender does not know.
 */
function secretsFor(configuration: Configuration, bytes: Uint8Array): string[] {
  const { secrets, repositories } = configuration;
  const hasOwn = [...repositories.values()].some((entry) => entry['webhook-secret']);
  return [...new Set([...secrets, ...(hasOwn ? ownSecrets(configuration, bytes) : [])])];
}

function ownSecrets(configuration: Configuration, bytes: Uint8Array): readonly string[] {
  try {
    return findEntry(configuration, readPayload(bytes))?.['webhook-secret'] ?? [];
  } catch {
    // Its error is reported after the signature was checked.
    return [];
  }
}
