import { html, type Html } from '#core/web/html.ts';
import { copyable, emptyState } from '#core/web/parts/feedback.ts';

/** What a receiver without deliveries teaches. */
export function firstDelivery(heading: string, baseUrl: string): Html {
  const url = `${baseUrl}/webhook_server`;
  const ping = [
    `body='{"repository": {"name": "your-repo", "full_name": "your-org/your-repo"}}'`,
    `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')`,
    `curl -H 'X-GitHub-Event: ping' -H "X-Hub-Signature-256: sha256=$signature" -d "$body" \\`,
    `  ${url}`,
  ].join('\n');
  return emptyState(
    heading,
    html`<p>
        On the code host, create a webhook with this address and the secret of your configuration:
      </p>
      ${copyable('the address', url)}
      <p>
        Or send a ping for a configured repository. The first command asks for the secret: paste it.
      </p>
      ${copyable('the command that reads the secret', 'read -rs SECRET')}
      ${copyable('the commands that send a ping', ping)}`,
  );
}
