import { deleteDocsUser } from '#core/docs/projects/access/delete-user.ts';
import { deleteUserEndpoint } from '#core/identity/endpoints/manage-users.ts';
import { endpoint } from './endpoint.ts';

export const handler = deleteUserEndpoint(endpoint, deleteDocsUser, {
  summary: 'Removes a user with sessions, grants and projects',
  replies: {
    400: { description: 'The caller’s own account' },
    409: { description: 'A project of theirs is being generated' },
  },
});
