import { html, type Html } from '#core/web/html.ts';
import { copyable } from '#core/web/parts/feedback.ts';

const variable = 'LANTERN_DOCS_KEY';

/** How an assistant gets to the sites of this server. The key stays in the reader's environment. */
export function assistant(baseUrl: string, name: string): Html {
  const url = `${baseUrl}/mcp`;
  const command = `claude mcp add --transport http lantern ${url} \\
  --header "Authorization: Bearer $${variable}"`;
  const cursor = { url, headers: { Authorization: `Bearer \${env:${variable}}` } };
  const code = { type: 'http', url, headers: { Authorization: 'Bearer ${input:lantern-key}' } };
  const key = { type: 'promptString', id: 'lantern-key', description: 'API key of Lantern' };
  const text = (config: object) => JSON.stringify(config, null, 2);
  return html`<p>
      Add this server to your assistant, then ask, such as: “How do I install ${name}? Look in
      Lantern.” It searches and reads what your API key may read. Put the key into the variable
      <code>${variable}</code>.
    </p>
    <h3>Claude Code</h3>
    ${copyable('the command for Claude Code', command)}
    <h3>Cursor: <code>.cursor/mcp.json</code></h3>
    ${copyable('the settings for Cursor', text({ mcpServers: { lantern: cursor } }))}
    <h3>VS Code: <code>.vscode/mcp.json</code></h3>
    ${copyable(
      'the settings for VS Code',
      text({ inputs: [{ ...key, password: true }], servers: { lantern: code } }),
    )}`;
}
