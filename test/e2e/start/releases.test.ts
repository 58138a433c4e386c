import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  answersFile,
  contentOf,
  dataFile,
  openLaptop,
  releases,
  type Answer,
} from '#test/support/release/laptop.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const versions = readdirSync(releases).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

it('there are fixtures of the first release', () => {
  expect(versions).toContain('0.2.0');
});

it.each(versions)(
  'data of release %s opens, and every answer is as it was (R8)',
  async (version) => {
    const folder = await temporaryFolder();
    execFileSync('tar', ['-xzf', join(releases, version, dataFile)], { cwd: folder.path });
    const text = readFileSync(join(releases, version, answersFile), 'utf8');
    const laptop = await openLaptop(folder.path);
    try {
      for (const { service, path, headers, body } of JSON.parse(text) as Answer[]) {
        const reply = await laptop.send(service, { path, headers });
        // A later release may answer with further fields.
        expect({ path, status: reply.status, body: contentOf(reply) }).toMatchObject({
          path,
          status: 200,
          body,
        });
      }
    } finally {
      await laptop.close();
    }
  },
);
