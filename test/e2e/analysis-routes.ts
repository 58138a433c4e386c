// What each route of the failure analysis answers to a caller who passes its access rule
// (analysis-authorization.test.ts). A route of the manifest without an entry is red.

export interface RouteCase {
  /** Absent: the path of the manifest. TARGET is a user, NEW a free name. */
  readonly path?: string;
  /** JSON, or the text of a form. */
  readonly body?: object | string;
  readonly passes: number;
}

export const analysisRoutes: Readonly<Record<string, RouteCase>> = {
  'GET /health': { passes: 200 },
  'GET /openapi.json': { passes: 200 },
  'GET /assets/{file}': { path: '/assets/none', passes: 404 },
  'GET /login': { passes: 200 },
  'POST /login': { body: 'username=a&api_key=b', passes: 401 },
  'POST /api/auth/login': { body: { username: 'a', api_key: 'b' }, passes: 401 },
  'POST /api/auth/logout': { passes: 200 },
  'GET /api/auth/me': { passes: 200 },
};
