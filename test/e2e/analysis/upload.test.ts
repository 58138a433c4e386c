import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { lanternLine } from '#test/support/command-line/lantern-line.ts';
import { onFirstBackend } from '#test/support/emulators/on-each-backend.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onAws } from '#test/support/world.ts';

describe('the command line against the AWS adapters', () =>
  onFirstBackend((on) => {
    it('uploads a large file to a presigned address, and reads its result', async () => {
      const [world, folder] = await Promise.all([
        openAnalysisWorld(onAws(on), { AI_PROVIDER: 'provider_a', AI_MODEL: 'm' }),
        temporaryFolder(),
      ]);
      world.say({ text: '{"classification":"CODE ISSUE","details":"The test is old."}' });
      const file = join(folder.path, 'large.xml');
      const padding = ' '.repeat(4_500_000);
      await writeFile(
        file,
        `<testsuite><!--${padding}--><testcase name="cart"><failure message="no"/></testcase></testsuite>`,
      );
      const variables = { HOME: folder.path, LANTERN_SERVER: world.url, LANTERN_KEY: adminKey };
      const { code, stdout, stderr } = await lanternLine(['analyze', file, '--json'], variables);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^(.+\n)*$/)]);
      expect(JSON.parse(stdout)).toMatchObject({
        ...{ status: 'completed', result: { failures: [{ test_name: 'cart' }] } },
      });
      await world.close();
      await folder.remove();
    });
  }));
