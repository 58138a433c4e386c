import { readSettings, saveTokens } from '#core/analysis/pages/people/read-settings.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'Stores tokens of the caller',
  access: 'named',
  replies: {
    200: { description: 'Stored' },
    401: { description: 'No username' },
    422: { description: 'A token that cannot be stored' },
  },
  async act({ platform, caller, body }) {
    await saveTokens(platform, caller, body);
    return { status: 200, data: { status: 'ok' }, page: { path: '/settings' } };
  },
  async again({ platform, caller, frame }, { message }) {
    const { settingsPage } = await import('#core/analysis/pages/people/settings.ts');
    const content = await readSettings(platform, caller);
    return settingsPage({ ...frame, ...content, error: message });
  },
});
