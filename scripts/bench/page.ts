import { build } from 'esbuild';
import { html, trustedHtml, type Html } from '#core/web/html.ts';
import { mark } from '#core/web/mark.ts';
import { table } from '#core/web/parts/table.ts';
import { root } from '../program/run.ts';
import { againstOf, figureOf, promiseOf, type Kept, type Measured } from './history.ts';

const lead =
  'What the programs of Lantern take. Against: the ratio to a limit of the same machine and run. A curve has a point for each measured commit; its dashed line is the bar.';

/** One file without scripts. Lines are those of the latest run of each form. */
export async function benchPage(history: readonly Measured[]): Promise<string> {
  const forms = ['usual', 'large', 'short'] as const;
  const latest = forms.flatMap((form) => history.findLast((run) => run.form === form) ?? []);
  const styles = await build({
    entryPoints: [`${root}scripts/bench/page.css`],
    bundle: true,
    minify: true,
    write: false,
  });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Benchmarks · Lantern</title>
        <meta name="description" content="${lead}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${trustedHtml(`<style>${styles.outputFiles[0]?.text ?? ''}</style>`)}
      </head>
      <body class="page">
        <header class="page-header">
          <div class="page-header-row">
            <span class="brand">${mark()}<span class="brand-name">Lantern</span></span>
          </div>
        </header>
        <main id="main">
          <div class="page-heading">
            <h1>Benchmarks</h1>
            <p class="lead">${lead}</p>
          </div>
          ${latest.length === 0 && html`<p>Nothing is measured yet.</p>`}
          ${latest.map((run) => section(run, history))}
        </main>
      </body>
    </html>`.toString();
}

function section(run: Measured, history: readonly Measured[]): Html {
  const runs = history.filter(({ form }) => form === run.form);
  const rows = Object.entries(run.suites).map(([suite, lines]) => {
    const columns = [
      { label: 'Line', kind: 'heading', cell: ({ name }: Kept) => name },
      { label: 'Figure', kind: 'number', cell: figureOf },
      { label: 'Against', kind: 'number', cell: againstOf },
      { label: 'Bar', cell: (line: Kept) => verdict(line) },
      { label: 'Commits', cell: (line: Kept) => curve(line, pointsOf(runs, suite, line)) },
    ] as const;
    const id = ({ name }: Kept) => name;
    return html`<h3>${suite}</h3>
      ${table({ caption: suite, columns, rows: lines, id, empty: html`` })}`;
  });
  return html`<section class="section">
    <h2>${run.form === 'usual' ? 'Complete run' : `The ${run.form} form`} at ${run.commit}</h2>
    <p class="muted">${run.date.slice(0, 10)}, Node ${run.node}, ${run.cores} cores</p>
    ${rows}
  </section>`;
}

function verdict(line: Kept): Html | string {
  const promise = promiseOf(line);
  const { value, bar = value, ratio = 0, floor = ratio } = line;
  if (line.isKept) return value > bar || ratio < floor ? `${promise}; within noise` : promise;
  return html`<span class="broken">${promise}: missed</span>`;
}

function pointsOf(runs: readonly Measured[], suite: string, { name }: Kept): number[] {
  const lines = runs.map(({ suites }) => suites[suite]?.find((line) => line.name === name));
  return lines.flatMap((line) => (line ? [line.ratio ?? line.value] : []));
}

const [width, height] = [160, 32];

function curve({ ratio, bar, floor, roof }: Kept, points: readonly number[]): Html {
  const limit = ratio === undefined || roof === undefined ? bar : (floor ?? (bar ?? 0) / roof);
  const most = Math.max(...points, limit ?? 0) || 1;
  const y = (value: number) => (height * (1 - value / most)).toFixed(1);
  const x = (at: number) => ((width * (at + 1)) / (points.length + 1)).toFixed(1);
  const all = points.map((value, at) => `${x(at)},${y(value)}`).join(' ');
  const [first = 0, last = 0] = [points[0], points.at(-1)];
  const label = `From ${first.toPrecision(3)} to ${last.toPrecision(3)} in ${points.length} runs`;
  return html`<svg class="curve" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${limit !== undefined && html`<line x1="0" x2="${width}" y1="${y(limit)}" y2="${y(limit)}" />`}
    <polyline points="${all}" />
    <circle cx="${x(points.length - 1)}" cy="${y(last)}" r="3" />
  </svg>`;
}
