import { createHmac, randomUUID } from 'node:crypto';
import { suggestion } from '#core/text/nearest.ts';
import { usage } from '../line/group.ts';
import { readServer, serverClient } from '../line/server-client.ts';
import { print, type Shell } from '../line/shell.ts';
import { exampleOf, examples } from './examples.ts';
import type { WebhookOptions } from './options.ts';
import { entryOf, readReceiver, readText } from './target.ts';

/** No repository has so many: nothing happens to a real pull request. */
const noPull = 999_999_999;

/** Sends a delivery as the code host would: signed, with an id of its own. */
export async function send(
  [event, file]: readonly string[],
  options: WebhookOptions,
  shell: Shell,
): Promise<void> {
  const names = Object.keys(examples);
  if (event === undefined) throw usage(`Give the event: ${names.join(', ')}`);
  if ((file === undefined) === (options.example !== true)) {
    throw usage('Give a file with the body, or --example for a built-in one');
  }
  const { repository, secret } = await readTarget(options, shell);
  const number = Number(options.pr ?? noPull);
  const body = file === undefined ? exampleOf(event, { repository, number }) : await readText(file);
  if (body === undefined) {
    throw usage(
      `There is no example of ${event}.${suggestion(event, names)} Available: ${names.join(', ')}`,
    );
  }
  const id = `example-${randomUUID()}`;
  const client = clientOf(options, shell);
  const signature = secret && createHmac('sha256', secret).update(body).digest('hex');
  await client.load({
    method: 'POST',
    path: '/webhook_server',
    headers: {
      'content-type': 'application/json',
      'x-scm-event': event,
      'x-scm-delivery': id,
      ...(signature !== undefined && { 'x-hub-signature-256': `sha256=${signature}` }),
    },
    body: Buffer.from(body),
  });
  const data = {
    delivery_id: id,
    event,
    repository,
    server: client.server,
    signed: signature !== undefined,
  };
  const how = data.signed ? 'signed' : 'not signed: no secret is configured';
  const next = `lantern logs delivery ${id} shows the result.`;
  print(shell, options, data, `${event} of ${repository} was accepted, ${how}. ${next}`);
}

function clientOf(options: WebhookOptions, { variables }: Shell) {
  const own = `http://127.0.0.1:${variables['WEBHOOK_SERVER_PORT'] ?? '5000'}`;
  return serverClient(variables, {
    server: readServer(options.server ?? own),
    variable: '--server',
    headers: undefined,
    explain: (_, detail) => detail,
  });
}

/** The repository of the configuration that is meant, and what its hook signs with. */
async function readTarget(options: WebhookOptions, shell: Shell) {
  const file = await readReceiver(options, shell);
  const entry = entryOf(file, options);
  const variable = shell.variables['WEBHOOK_SECRET'];
  const root = variable === undefined || variable === '' ? file['webhook-secret'] : [variable];
  return { repository: entry.name, secret: (entry['webhook-secret'] ?? root)?.[0] };
}
