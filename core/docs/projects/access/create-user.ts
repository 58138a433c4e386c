import { createUser, listUsers } from '#core/identity/users.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isTwin, sameFolderReason } from '#core/docs/generate/claim-folder.ts';
import { docsIdentity } from './identity.ts';

/** As createUser, whose projects lie in a folder of the user's name. */
export async function createDocsUser(
  needs: Pick<Platform, 'records' | 'blobs' | 'clock' | 'environment'>,
  input: Parameters<typeof createUser>[2],
): ReturnType<typeof createUser> {
  const username = input.username ?? '';
  if (needs.blobs.foldsCase) {
    const twin = (await listUsers(needs)).find((other) => isTwin(other.username, username));
    if (twin) {
      const message = `User '${username}' cannot be made beside '${twin.username}': ${sameFolderReason}`;
      throw new Failure('invalid', 'same_folder', message);
    }
  }
  return createUser(needs, docsIdentity(needs.environment), input);
}
