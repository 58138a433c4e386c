import { form } from './form.ts';

export const handler = form({
  summary: 'Stores or checks tokens of the caller',
  access: 'named',
  replies: {
    200: { description: 'Stored, or accepted by the host' },
    400: { description: 'The server has no tracker' },
    401: { description: 'No username' },
    422: { description: 'A token that cannot be stored, or that the host refuses' },
    502: { description: 'The host of the token does not answer' },
  },
  async act({ platform, caller, body }) {
    const { actOnSettings } = await import('#core/analysis/pages/settings/act-on-settings.ts');
    const { data, path } = await actOnSettings(platform, caller, body);
    return { status: 200, data, page: { path } };
  },
  async again({ platform, caller, frame }, { message }) {
    const { readSettings } = await import('#core/analysis/pages/settings/read-settings.ts');
    const { settingsPage } = await import('#core/analysis/pages/settings/settings.ts');
    const content = await readSettings(platform, caller);
    return settingsPage({ ...frame, ...content, error: message });
  },
});
