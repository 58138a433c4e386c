import type { CitedSource } from '#core/docs/evidence/cited-sources.ts';
import type { ProjectFace } from '#core/docs/schema.ts';
import type { Plan } from '#core/docs/plan.ts';

export interface SampleSite {
  readonly plan: Plan;
  /** Markdown by slug. */
  readonly markdown: ReadonlyMap<string, string>;
  readonly face?: ProjectFace | null;
}

const fence = '```';

const pages: readonly (readonly [
  group: string,
  slug: string,
  title: string,
  description: string,
  markdown: string,
])[] = [
  [
    'Getting started',
    'introduction',
    'Introduction',
    'What Harbour does, and when it is the wrong tool.',
    `# Introduction

Harbour moves parcels of data between systems that were never meant to meet. It reads from one
side, checks what it read, and writes to the other side **exactly once**, however often either of
them fails in between.

> [!NOTE]
> Harbour needs Node 22 or newer. Everything else is brought along.

## Why another queue

The [architecture](architecture.md) chapter explains how; [configuration](configuration.md) says which
knobs there are.

## A first parcel

${fence}ts
import { openHarbour } from 'harbour';

// One folder holds everything: the ledger, the parcels, the failures.
const harbour = await openHarbour({ folder: './data', retries: 5 });

await harbour.start();
${fence}

> **Tip**
> Keep the folder on the same disk as your application: a rename across disks is a copy.

## What to read next

1. [Installation](installation.md), if you have not done that.
`,
  ],
  [
    'Getting started',
    'installation',
    'Installation',
    'From nothing to a running harbour in two minutes.',
    `# Installation

## Requirements

| what | version | why |
| --- | --- | --- |
| Node | 22 or newer | the built-in database |

## Install the package

${fence}sh
npm install harbour
npx harbour init ./data
${fence}

${fence}yaml
# harbour.yaml
folder: ./data
retries: 5
routes:
  - name: orders
${fence}

> [!WARNING]
> Do not point two processes at one folder. The second one stops with an error and leaves the
> folder as it is.

## Check that it works

${fence}console
$ npx harbour check
folder    ./data          ok
${fence}
`,
  ],
  [
    'Guides',
    'architecture',
    'Architecture',
    'How a parcel travels, and what is written down on the way.',
    `# Architecture

## The journey of a parcel

Every parcel passes four stations. Each writes to the ledger before it does anything else, which is
why a crash between two stations loses nothing.

${fence}mermaid
flowchart LR
  inbox[(Inbox)] --> check
  subgraph ledger [Written to the ledger]
    check{Check} -->|fits| delivery["Delivery (your handler)"]
  end
  check -.->|does not fit| failed[failed]
  delivery --> done([Done])
${fence}

${fence}mermaid
sequenceDiagram
  title: A lease
  participant W as Worker
  participant L as Ledger
  W->>L: lease ord_1093
  L-->>W: fence 7
  Note over W,L: Доставка 配達
  W->>L: delivered, fence 7
${fence}

### Leases

A lease has a fencing number. A worker that slept through its lease finds that its number is old and
may not write any more.

${fence}ts
interface Lease {
  readonly parcel: string;
  /** Grows with every holder; a write with an older one is refused. */
  readonly fence: number;
  readonly expires: Date;
}
${fence}

### The ledger

The ledger is an append-only file. Its lines are checked by a checksum, so a torn write at the end
is recognised and dropped.

${fence}json
{ "at": "2026-03-01T08:15:30.123Z", "parcel": "ord_1093", "step": "delivered", "fence": 7, "checksum": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "attempts": 2, "route": "orders" }
${fence}

## What is promised

> [!IMPORTANT]
> A handler may run twice. Its *effect* happens once when the handler passes the parcel's id on as
> an idempotency key.

| promise | holds when | does not hold when |
| --- | --- | --- |
| nothing is lost | the disk keeps what it said it wrote | the disk lies about flushing |
| nothing is doubled | handlers pass the id on | a handler calls something that knows no ids |

## Limits

> [!DANGER]
> Deleting the ledger while Harbour runs makes it forget what was delivered. There is no way back
> but a copy of the folder.

A parcel is at most 64 MiB. Ten thousand parcels may wait at the same time; the next one is refused
with \`HARBOUR_FULL\`, which producers are expected to wait out.
`,
  ],
  [
    'Guides',
    'configuration',
    'Configuration',
    'Every setting, its default and what happens when it is wrong.',
    `# Configuration

Settings come from \`harbour.yaml\`, from the environment, and from the command line, the later
winning over the earlier.

## Settings

| setting | default | environment | meaning |
| --- | --- | --- | --- |
| \`folder\` | \`./data\` | \`HARBOUR_FOLDER\` | where everything is kept |
| \`retries\` | \`5\` | \`HARBOUR_RETRIES\` | how often a failed delivery is tried again |
| \`timeout\` | \`30s\` | \`HARBOUR_TIMEOUT\` | how long a handler may take |
| \`workers\` | \`4\` | \`HARBOUR_WORKERS\` | how many handlers run at the same time |
| \`HARBOUR_EXPERIMENTAL_DELIVERY_ACKNOWLEDGEMENT_STRATEGY_FALLBACK\` | unset | the same | a name that is far too long for a narrow screen |

## Backoff

After a failure Harbour waits \`2^attempt\` seconds, at most five minutes, with some jitter.

${fence}python
def wait(attempt: int, *, limit: float = 300.0) -> float:
    """Seconds until the next attempt."""
    base = min(2 ** attempt, limit)
    return base * (0.5 + random() / 2)  # half of it is jitter
${fence}

${fence}diff
- retries: 3
+ retries: 5
  timeout: 30s
${fence}

## Long words and other scripts

Pneumonoultramicroscopicsilicovolcanoconiosis_and_an_identifier_that_never_ends_because_nobody_stopped_it.

مرحبا بالعالم: هذا النص يُقرأ من اليمين إلى اليسار. 日本語のテキストもここにあります。Ελληνικά. 🚢⚓️👩‍🔧

~~Struck out~~, *leaning*, **strong**, and <kbd>raw html</kbd> that stays text.

- [x] done
- [ ] to do
  - a level deeper
    - and another one
`,
  ],
  [
    'Guides',
    'troubleshooting',
    'Troubleshooting',
    'What the errors mean, and what to do about each.',
    `# Troubleshooting

## A parcel stays in the inbox

Look at its reason first:

${fence}sh
npx harbour why ord_1093
${fence}

## Deliveries are slow

Count what waits, and raise \`workers\` while the machine has cores left. Handlers that wait for a
network profit most.
`,
  ],
  [
    'Reference',
    'command-line',
    'Command line',
    'All commands of the harbour program.',
    `# Command line

## harbour start

Starts delivering. Ends at SIGTERM when what runs is finished, within 30 seconds.

| option | meaning |
| --- | --- |
| \`--folder <path>\` | another folder |
| \`--once\` | ends when the inbox is empty |

## harbour replay

Sends a failed parcel again.

${fence}
harbour replay ord_1093 --reason "the warehouse was closed"
${fence}

`,
  ],
  [
    'Reference',
    'api',
    'API',
    'The functions and types of the package.',
    `# API

## openHarbour

${fence}ts
export async function openHarbour(options: {
  folder: string;
  retries?: number;
  onFailure?: (failure: Failure & { readonly parcel: Parcel; readonly attempts: number; readonly next: Date | undefined }) => void;
}): Promise<Harbour>;
${fence}

Opens the folder and holds it until \`close()\`.

## Harbour

## Failure

Carries \`kind\`, \`code\` and a message that may be shown.
`,
  ],
];

/** A site with everything that breaks layouts. */
export const sampleSite: SampleSite = {
  plan: {
    project_name: 'Harbour',
    tagline:
      'Moves data between systems that were never meant to meet, and writes it exactly once.',
    navigation: [...new Set(pages.map(([group]) => group))].map((group) => ({
      group,
      pages: pages
        .filter(([own]) => own === group)
        .map(([, slug, title, description]) => ({ slug, title, description })),
    })),
  },
  face: {
    install: 'npm install harbour',
    version: '2.4.1',
    logo: 'docs/logo.png',
    picture: null,
    sample: {
      language: 'ts',
      code: [
        "import { openHarbour } from 'harbour';",
        '',
        "const harbour = await openHarbour({ folder: './data', retries: 5 });",
        '',
        "harbour.route('orders', async (parcel) => {",
        '  await warehouse.reserve(parcel.id);',
        '});',
        'await harbour.start();',
      ].join('\n'),
      path: 'README.md',
      line: 31,
    },
  },
  markdown: new Map(pages.map(([, slug, , , markdown]) => [slug, markdown])),
};

/** As a citation of `src/lease.ts:3-5` has it. */
export const sampleFile: CitedSource = {
  path: 'src/lease.ts',
  file: 'source/src-lease.ts-1a2b3c4d.html',
  text: `/* A lease
   has a fencing number. */
export interface Lease {
  readonly parcel: string; // ${'long '.repeat(60)}
  readonly fence: number;
}
`,
  lines: [[3, 5]],
  pages: ['architecture', 'api'],
};
