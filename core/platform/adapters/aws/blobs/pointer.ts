import { text } from 'node:stream/consumers';
import { Failure, isFailure } from '../../../failure.ts';
import type { S3Objects } from './objects.ts';
import { publishedUnder } from './published-under.ts';

/** The object `@published/<prefix>@pointer`: one conditional PutObject of it swaps the whole site. */
export interface Pointer {
  /** The version that readers see: `@published/<prefix>@version-<time>-<random>/`. */
  readonly generation: string;
  readonly previous: string | null;
  readonly etag: string;
}

/** S3 asks to try again after a 409; the writer that caused it is done at once. */
const attempts = 5;
/** 412: another ETag, or any object where none was expected. 409: another write at the same moment.
 * 404: the object that should have the ETag was deleted. */
const refusals = /^(?:PreconditionFailed|ConditionalRequestConflict|NoSuchKey)$/;

export function pointers({ place, ask, get }: S3Objects) {
  async function read(prefix: string): Promise<Pointer | undefined> {
    const content = await get(pointerKey(prefix));
    if (!content) return undefined;
    const { generation, previous } = JSON.parse(await text(content.body)) as Pointer;
    return { generation, previous, etag: content.etag };
  }

  /** Has readers see the version, unless the pointer is another one than it was `before`. */
  async function move(
    prefix: string,
    before: Pointer | undefined,
    generation: string,
  ): Promise<void> {
    const { PutObjectCommand } = await import('./sdk.ts');
    const Body = JSON.stringify({ generation, previous: before?.generation ?? null });
    // Ceph 16 refuses an ETag in quotes, which others take: it is sent again without them.
    const conditions = before
      ? [{ IfMatch: `"${before.etag}"` }, { IfMatch: before.etag }]
      : [{ IfNoneMatch: '*' }];
    for (let attempt = 1; ; attempt += 1) {
      const input = { ...place(pointerKey(prefix)), Body, ...conditions[0] };
      try {
        await ask((s3) => s3.send(new PutObjectCommand(input)));
        return;
      } catch (error) {
        if (isFailure(error) || !(error instanceof Error) || !refusals.test(error.name))
          throw error;
        const now = await read(prefix);
        // The SDK repeats a request whose reply was lost: the first one has moved it.
        if (now?.generation === generation) return;
        const isUnchanged = now?.etag === before?.etag;
        if (isUnchanged && error.name === 'ConditionalRequestConflict' && attempt < attempts)
          continue;
        if (isUnchanged && conditions.length > 1) {
          conditions.shift();
          continue;
        }
        const message = `Another version of ${prefix} was published meanwhile`;
        throw new Failure('conflict', 'outdated', message, { cause: error });
      }
    }
  }

  return { read, move };
}

function pointerKey(prefix: string): string {
  return `${publishedUnder(prefix)}@pointer`;
}
