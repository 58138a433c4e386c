import type { S3Client } from '@aws-sdk/client-s3';

type Input = Readonly<Record<string, unknown>>;

/** An S3 client that shows every request to `meddle`, which sends it, answers it, or throws. */
export function meddledS3(
  client: () => Promise<S3Client>,
  meddle: (name: string, input: Input, send: () => Promise<object>) => Promise<object>,
): () => Promise<S3Client> {
  const send = async (command: { readonly input: Input }) => {
    const real = await client();
    return meddle(command.constructor.name, command.input, () => real.send(command as never));
  };
  return async () => ({ send }) as never;
}
