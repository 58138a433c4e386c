import * as z from 'zod/mini';
import { logsSite } from '#core/logs/pages/logs-site.ts';
import { Failure } from '#core/platform/failure.ts';
import { fileKinds } from '#core/webhook/pages/file-kinds.ts';
import { form, page } from '#functions/logs/page.ts';
import { deliveryReplies } from '#functions/logs/replies.ts';

const query = z.object({ repository: z._default(z.string().check(z.maxLength(201)), '') });

export const show = page({
  summary: 'Show the effective settings of each repository, their sources and problems',
  access: 'deliveries',
  query,
  replies: deliveryReplies,
  async show({ platform, query: { repository: name }, frame }) {
    const [{ configurationPage }, { readConfigurationPage }] = await Promise.all([
      import('#core/webhook/pages/configuration-page.ts'),
      import('#core/webhook/pages/read-configuration-page.ts'),
    ]);
    const content = await readConfigurationPage(platform, name);
    return configurationPage({ ...frame, ...content, name });
  },
});

export const submit = form({
  summary: 'Check a configuration file without saving it',
  access: 'deliveries',
  bodyLimit: 262_144,
  replies: { ...deliveryReplies, 200: { description: 'The problems of the file' } },
  async act({ platform, body: { kind: word = '', text = '' } }) {
    const kind = fileKinds.find((each) => each === word);
    if (!kind)
      throw new Failure('unprocessable', 'bad_kind', `kind must be one of ${fileKinds.join(', ')}`);
    const [{ configurationPage }, { problemsOfText, readConfigurationPage }] = await Promise.all([
      import('#core/webhook/pages/configuration-page.ts'),
      import('#core/webhook/pages/read-configuration-page.ts'),
    ]);
    const problems = problemsOfText(kind, text);
    const [frame, content] = await Promise.all([
      logsSite.frame(platform),
      readConfigurationPage(platform, ''),
    ]);
    const checked = { kind, text, problems };
    const document = configurationPage({ ...frame, ...content, name: '', checked });
    return { status: 200, data: { problems }, page: { document } };
  },
});
