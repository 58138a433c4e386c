import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openOfflineDocs } from './gallery/open-gallery.ts';
import { main } from './program/main.ts';
import { root } from './program/run.ts';

/** Documents Lantern with Lantern: its newest commit, by the offline writer, into the folder `site` or
 * the one that is named. */
await main(async () => {
  const folder = resolve(process.argv[2] ?? 'site');
  const docs = await openOfflineDocs();
  try {
    const { plan, archive } = await docs.document(root, 'lantern');
    const reply = await fetch(archive, { headers: docs.headers });
    if (!reply.ok) throw new Error(await reply.text());
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const file = `${folder}/site.tar.gz`;
    writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
    execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
    rmSync(file);
    const pages = plan.navigation.flatMap((group) => group.pages);
    console.log(`${pages.length} pages: open ${folder}/index.html`);
  } finally {
    await docs.close();
  }
  process.exit();
});
