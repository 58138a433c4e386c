import * as z from 'zod/mini';

/** The login of a request; empty: none. */
export const trackerLogin = {
  tracker_token: z._default(z.string(), ''),
  tracker_email: z._default(z.string(), ''),
};

export const projectsBody = z.strictObject(trackerLogin);
export const securityLevelsBody = z.strictObject({ ...trackerLogin, project_key: z.string() });

/** POST /api/tracker-projects */
export const projectList = z.array(z.object({ key: z.string(), name: z.string() }));
/** POST /api/tracker-security-levels */
export const securityLevelList = z.array(
  z.object({ id: z.string(), name: z.string(), description: z.string() }),
);
