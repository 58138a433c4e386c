import type { SampleSite } from '#test/support/docs/sample-site.ts';

const fence = '```';

/** An API reference in one page: about 200 kB of Markdown, 300 code blocks, 400 headings. */
export const longSite: SampleSite = {
  plan: {
    project_name: 'Harbour',
    tagline: 'Moves data between systems that were never meant to meet.',
    navigation: [
      {
        group: 'Getting started',
        pages: [{ slug: 'introduction', title: 'Introduction', description: 'The first steps.' }],
      },
      {
        group: 'Reference',
        pages: [{ slug: 'api', title: 'API reference', description: 'All names of the package.' }],
      },
    ],
  },
  markdown: new Map([
    ['introduction', '# Introduction\n\nA short page.\n'],
    ['api', `# API reference\n\n${Array.from({ length: 100 }, (_, at) => module(at)).join('\n')}`],
  ]),
};

/** One heading of depth 2 and three of depth 3, three code blocks and a table. */
function module(at: number): string {
  const name = `Module${at}`;
  return `## ${name}

Opens the ledger of \`${name}\` and keeps it until \`close\`. The call waits for what runs, writes
the entries in their order, and gives back the lease that another worker may take then.

### ${name}.open

${fence}ts
export async function open${at}(folder: string, options: {
  retries?: number; // how often a failed delivery is tried again
  onFailure?: (failure: Failure & { readonly parcel: Parcel; readonly attempts: number }) => void;
}): Promise<${name}> {
  const ledger = await readLedger(\`\${folder}/ledger-${at}.json\`, { retries: 5, mode: 'append' });
  if (ledger.version !== ${at}) throw new TypeError('The ledger is of another version');
  return new ${name}(ledger, { ...defaults, ...options });
}
${fence}

| parameter | type | default | meaning |
| --- | --- | --- | --- |
| \`folder\` | \`string\` | | where everything is kept |
| \`retries\` | \`number\` | \`5\` | how often a failed delivery is tried again |
| \`onFailure\` | \`(failure: Failure) => void\` | | called with each failure |

Source: \`src/modules/module-${at}.ts:${at + 10}\`

### ${name}.route

Registers a handler. Names are compared in order, and the first one that matches takes the parcel.

${fence}python
def route_${at}(name: str, *, handler: Handler, limit: float = 300.0) -> Route:
    """Registers a handler for a route."""
    base = min(2 ** name.count("/"), limit)
    return Route(name=name, handler=handler, wait=base * (0.5 + random() / 2))  # half is jitter
${fence}

- \`name\`: which files it takes, such as \`orders/*.json\`
- \`handler\`: called with one parcel at a time

### ${name}.close

Waits for what runs and gives the folder back. A second call does nothing.

${fence}sh
harbour close --module module-${at} --folder ./data --wait 30s && echo "closed ${at}"
${fence}

> [!NOTE]
> What still waits stays in the folder and is delivered by the next process.
`;
}
