import { form } from './form.ts';

export const handler = form({
  summary: 'Marks mentions as read, removes a browser, sends a test to each channel',
  access: 'namedWriter',
  replies: {
    200: { description: 'Done' },
    400: { description: 'Nothing to do, or no channel is configured' },
    401: { description: 'The caller has no username' },
    502: { description: 'A channel did not accept the test' },
  },
  async act({ platform, caller, body }) {
    const { actOnAlerts } = await import('#core/analysis/pages/alerts/act-on-alerts.ts');
    const { data, path } = await actOnAlerts(platform, caller, body);
    return { status: 200, data, page: { path } };
  },
  async again({ platform, caller, body, frame }, { message }) {
    if (body['task'] !== 'test' || !caller.isAdmin) return undefined;
    const { alertsPage } = await import('#core/analysis/pages/alerts/alerts-page.ts');
    const { readAlerts } = await import('#core/analysis/pages/alerts/read-alerts.ts');
    return alertsPage({ ...frame, ...(await readAlerts(platform, caller)), error: message });
  },
});
