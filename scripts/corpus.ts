// Documents well-known packages with the offline writer and compares the sites with what is true of
// them: node scripts/corpus.ts [name…]. Their sources come from the registries and are not committed.
import { checkPackage } from './corpus/check-package.ts';
import { fetchSources } from './corpus/fetch-sources.ts';
import { packages } from './corpus/packages.ts';
import { resolve } from 'node:path';

const leastPercent = 95;
const folder = resolve(import.meta.dirname, '../data/corpus');
const names = process.argv.slice(2);

let [right, all] = [0, 0];
for (const facts of packages) {
  const { name, source, version } = facts;
  if (names.length > 0 && !names.includes(name)) continue;
  let tree: string;
  try {
    tree = fetchSources(folder, source, version);
  } catch (error) {
    const [reason] = String(error).split('\n').slice(-2);
    console.log(`${name.padEnd(12)} skipped, ${source} ${version}: ${reason?.slice(0, 150)}`);
    continue;
  }
  const checked = await checkPackage(facts, tree);
  const wrong = checked.filter(([, isRight]) => !isRight).map(([fact]) => fact);
  right += checked.length - wrong.length;
  all += checked.length;
  const count = `${checked.length - wrong.length} of ${checked.length}`;
  console.log(`${name.padEnd(12)} ${count.padEnd(9)} ${wrong.join(', ')}`);
}
const percent = all === 0 ? 0 : (100 * right) / all;
console.log(`${right} of ${all} facts are right: ${percent.toFixed(1)} %`);
if (all === 0) console.log('No registry gave any sources: nothing was checked.');
else if (percent < leastPercent) process.exitCode = 1;
