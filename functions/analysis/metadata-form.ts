import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { removeRules } from '#core/analysis/pages/metadata/remove-rules.ts';
import { form } from './form.ts';

async function loadPage() {
  const [{ metadataPage }, { readMetadataPage }] = await Promise.all([
    import('#core/analysis/pages/metadata/metadata-page.ts'),
    import('#core/analysis/pages/metadata/read-metadata-page.ts'),
  ]);
  return { metadataPage, readMetadataPage };
}

export const handler = form({
  summary: 'The form of the metadata rules: preview, save and remove',
  access: 'admin',
  bodyLimit: 262_144,
  replies: {
    200: { description: 'Done, or what the rules match' },
    403: { description: 'For administrators only' },
    422: { description: 'What is wrong with which rule' },
  },
  question: ({ body }) => (body['task'] === 'remove' ? removeRules : undefined),
  async act({ platform, caller, body }) {
    const { changeRules } = await import('#core/analysis/results/metadata/save-rules.ts');
    const jobs = await changeRules(platform, caller, body);
    if (!jobs) return { status: 200, data: { status: 'ok' }, page: { path: '/metadata' } };
    const { metadataPage, readMetadataPage } = await loadPage();
    const frame = await analysisSite.frame(platform, caller);
    const { rules } = await readMetadataPage(platform);
    const document = metadataPage({ ...frame, rules, jobs, draft: body['rules'] ?? '' });
    return { status: 200, data: { jobs }, page: { document } };
  },
  async again({ platform, body, frame }, { code, message }) {
    if (code !== 'bad_rules') return undefined;
    const { metadataPage, readMetadataPage } = await loadPage();
    const content = await readMetadataPage(platform);
    return metadataPage({ ...frame, ...content, draft: body['rules'] ?? '', error: message });
  },
});
