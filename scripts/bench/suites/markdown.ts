import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTooHard, renderMarkdown } from '#core/text/markdown/markdown.ts';
import { median, ratioOf, size, suite, timed } from '../suite.ts';

const rounds = size(9, 3);
const files = size(120, 20);

// README files of installed packages, by the direct path and by the engine alone, in turns.
await suite(async () => {
  const names = globSync('*/README.md', { cwd: resolve('node_modules') }).sort();
  const all = names.map((name) => readFileSync(resolve('node_modules', name), 'utf8'));
  const texts = all.filter((text) => text.length > 0 && !isTooHard(text)).slice(0, files);
  if (texts.length < files) throw new Error(`Only ${texts.length} packages have a README file`);
  const [direct, engine]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const sums = [0, 0];
    for (const [at, text] of texts.entries()) {
      // The first of the two pays for cold caches.
      for (const way of (at + round) % 2 === 0 ? [0, 1] : [1, 0]) {
        sums[way] =
          (sums[way] ?? 0) + (await timed(() => renderMarkdown(text, { isExact: way === 1 })));
      }
    }
    // The first round is a warm-up.
    if (round === 0) continue;
    direct.push(sums[0] ?? 0);
    engine.push(sums[1] ?? 0);
  }
  // How many times as fast as the engine.
  const { ratio, better } = ratioOf(engine, direct);
  const name = `${files} README files, against micromark alone`;
  return [
    { name, value: median(direct), unit: 'ms', roof: median(engine), ratio, better, floor: 1 },
  ];
});
