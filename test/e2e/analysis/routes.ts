// What each route of the failure analysis answers to a caller who passes its access rule
// (analysis-authorization.test.ts). A route of the manifest without an entry is red.

export interface RouteCase {
  /** Absent: `addressOf` the manifest's path. TARGET is a user, NEW a free name. */
  readonly path?: string;
  /** JSON, or the text of a form. */
  readonly body?: object | string;
  readonly passes: number;
}

/** The address of a pattern, of things that are not there. */
export const addressOf = (pattern: string) =>
  pattern
    .replace('{username}', 'TARGET')
    .replace(/\{(?:number|comment_id)\}/, '1')
    .replace(/\{\w+\+?\}/g, 'none');

export const analysisRoutes: Readonly<Record<string, RouteCase>> = {
  'GET /': { passes: 200 },
  'POST /': { body: 'raw_xml=', passes: 422 },
  'GET /history': { passes: 200 },
  'GET /alerts': { passes: 200 },
  'POST /alerts': { body: 'task=read', passes: 200 },
  'GET /alerts/worker.js': { passes: 200 },
  'GET /corrections': { passes: 200 },
  'POST /corrections': { body: 'signature=none', passes: 404 },
  'GET /metadata': { passes: 200 },
  'POST /metadata': { body: 'task=preview&rules=', passes: 200 },
  'GET /settings': { passes: 200 },
  'POST /settings': { body: 'scm_token=NEW', passes: 200 },
  'GET /feedback': { passes: 200 },
  'POST /feedback': { body: 'description=NEW', passes: 403 },
  'POST /api/feedback/preview': { body: { description: 'a' }, passes: 403 },
  'POST /api/feedback/create': { body: { title: 'a', body: 'b' }, passes: 403 },
  'GET /admin': { passes: 200 },
  'POST /admin': { body: 'task=make-user&username=NEW', passes: 200 },
  'GET /usage': { passes: 200 },
  'GET /register': { passes: 200 },
  'POST /register': { body: 'register_name=NEW', passes: 303 },
  'GET /logout': { passes: 302 },
  'POST /results/{job_id}': { body: 'task=review&mark=yes', passes: 404 },
  'GET /health': { passes: 200 },
  'GET /api': { passes: 200 },
  'GET /api/health': { passes: 200 },
  'GET /api/overview': { passes: 200 },
  'GET /metrics': { passes: 200 },
  'GET /openapi.json': { passes: 200 },
  'GET /assets/{file}': { passes: 404 },
  'GET /login': { passes: 200 },
  'POST /login': { body: 'username=a&api_key=b', passes: 401 },
  'POST /api/auth/login': { body: { username: 'a', api_key: 'b' }, passes: 401 },
  'POST /api/auth/logout': { passes: 200 },
  'GET /api/auth/me': { passes: 200 },
  'POST /analyze': {
    body: { job_name: 'a', build_number: 1, ai_provider: 'provider_a', ai_model: 'sonnet' },
    passes: 202,
  },
  'POST /analyze-failures': {
    body: { failures: [], ai_provider: 'provider_a', ai_model: 'sonnet' },
    passes: 200,
  },
  'POST /re-analyze/{job_id}': { body: {}, passes: 404 },
  'POST /results/{job_id}/cancel': { passes: 404 },
  'POST /uploads': { passes: 200 },
  'PUT /uploads/{upload_id}': { passes: 404 },
  'GET /api/admin/users': { passes: 200 },
  'POST /api/admin/users': { body: { username: 'NEW' }, passes: 200 },
  'DELETE /api/admin/users/{username}': { passes: 200 },
  'PUT /api/admin/users/{username}/role': { body: { role: 'admin' }, passes: 200 },
  'POST /api/admin/users/{username}/rotate-key': { passes: 200 },
  'GET /api/user/tokens': { passes: 200 },
  'PUT /api/user/tokens': { body: { scm_token: 'a token' }, passes: 200 },
  'POST /api/validate-token': { body: { token_type: 'tracker', token: 'a' }, passes: 400 },
  'POST /api/tracker-projects': { body: {}, passes: 400 },
  'POST /api/tracker-security-levels': { body: { project_key: 'SHOP' }, passes: 400 },
  'GET /api/users/mentions': { passes: 200 },
  'POST /api/users/mentions/read': { body: {}, passes: 200 },
  'GET /api/notifications/vapid-public-key': { passes: 200 },
  'POST /api/notifications/subscribe': {
    body: { endpoint: 'https://127.0.0.1/push', keys: { p256dh: 'a', auth: 'b' } },
    passes: 400,
  },
  'POST /api/notifications/unsubscribe': {
    body: { endpoint: 'https://push.example.test/none' },
    passes: 200,
  },
  'GET /results': { passes: 200 },
  'GET /results/{job_id}': { passes: 404 },
  'GET /results/{job_id}/progress': { passes: 404 },
  'GET /api/dashboard': { passes: 200 },
  'GET /api/jobs/metadata': { passes: 200 },
  'POST /api/jobs/metadata/rules/preview': { body: {}, passes: 200 },
  'GET /api/jobs/{name+}': { path: '/api/jobs/team%2Fnone/metadata', passes: 404 },
  'PUT /api/jobs/{name+}': { path: '/api/jobs/a/b/metadata', body: { team: 'shop' }, passes: 200 },
  'DELETE /api/jobs/{name+}': { path: '/api/jobs/none/metadata', passes: 404 },
  'GET /results/{job_id}/comments': { passes: 404 },
  'POST /results/{job_id}/comments': { body: { test_name: 'a', comment: 'b' }, passes: 404 },
  'DELETE /results/{job_id}/comments/{comment_id}': {
    path: '/results/job_none/comments/1',
    passes: 404,
  },
  'PUT /results/{job_id}/reviewed': { body: { test_name: 'a', reviewed: true }, passes: 404 },
  'GET /results/{job_id}/review-status': { passes: 404 },
  'PUT /results/{job_id}/override-classification': {
    body: { test_name: 'a', classification: 'INFRASTRUCTURE' },
    passes: 404,
  },
  'POST /results/{job_id}/preview-scm-issue': { body: { test_name: 'a' }, passes: 403 },
  'GET /results/{job_id}/issue': { path: '/results/job_none/issue?group=0', passes: 404 },
  'POST /results/{job_id}/issue': { body: 'group=0&target=scm&title=a', passes: 404 },
  'POST /results/{job_id}/preview-tracker-bug': { body: { test_name: 'a' }, passes: 400 },
  'POST /results/{job_id}/create-tracker-bug': {
    body: { test_name: 'a', title: 'b', body: 'c' },
    passes: 400,
  },
  'POST /results/{job_id}/create-scm-issue': {
    body: { test_name: 'a', title: 'b', body: 'c' },
    passes: 403,
  },
  'POST /results/{job_id}/link-issue': {
    body: { test_name: 'a', url: 'https://code.example/o/r/issues/7' },
    passes: 404,
  },
  'POST /results/{job_id}/ask': { body: { test_name: 'a', question: 'b' }, passes: 404 },
  'POST /results/{job_id}/analyze-failure': { body: { test_name: 'a', hint: 'b' }, passes: 404 },
  'GET /history/overrides': { passes: 200 },
  'DELETE /history/overrides/{signature}': { passes: 404 },
  // The portal is not configured there.
  'POST /results/{job_id}/push-reports': { passes: 403 },
  'GET /results/{job_id}/comparison': { passes: 404 },
  'GET /results/{job_id}/sarif': { passes: 404 },
  'GET /results/{job_id}/enriched.xml': { passes: 404 },
  'DELETE /results/{job_id}': { passes: 404 },
  'DELETE /api/results/bulk': { body: { job_ids: ['job_none'] }, passes: 200 },
  'GET /api/capabilities': { passes: 200 },
  'GET /ai-configs': { passes: 200 },
  'GET /history/failures': { passes: 200 },
  'GET /history/test/{name+}': { passes: 200 },
  'POST /history/test/{name+}': { body: 'task=forget', passes: 404 },
  'GET /history/known': { passes: 200 },
  'PUT /history/known/{name+}': {
    body: { until: '2999-01-01', issue_url: 'https://code.example/7' },
    passes: 200,
  },
  'DELETE /history/known/{name+}': { path: '/history/known/unmarked', passes: 404 },
  'GET /history/search': { path: '/history/search?signature=a', passes: 200 },
  'GET /history/stats/{job_name+}': { passes: 200 },
  'POST /history/classify': { body: { test_name: 'a', classification: 'FLAKY' }, passes: 201 },
  'GET /history/classifications': { passes: 200 },
  'GET /api/admin/token-usage': { passes: 200 },
};
