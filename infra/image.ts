import { join } from 'node:path';

// Not imported at the top: SST reads its configuration before it has installed this package, and a
// bundle asks for what is imported at the top of any of its files.
const { Image } = await import('@pulumi/docker-build');

let made: ReturnType<typeof build> | undefined;

/** The one image of all worker jobs and of the agent: git and the AI command lines. */
export function workerImage() {
  return (made ??= build());
}

function build() {
  const repository = new aws.ecr.Repository('WorkerImages', {
    forceDelete: true,
    encryptionConfigurations: [{ encryptionType: 'AES256' }],
    imageScanningConfiguration: { scanOnPush: true },
  });
  new aws.ecr.LifecyclePolicy('WorkerImagesKept', {
    repository: repository.name,
    policy: JSON.stringify({
      rules: [
        {
          rulePriority: 1,
          description: 'For going back a few rollouts',
          selection: { tagStatus: 'untagged', countType: 'imageCountMoreThan', countNumber: 10 },
          action: { type: 'expire' },
        },
      ],
    }),
  });
  const login = aws.ecr.getAuthorizationTokenOutput({ registryId: repository.registryId });
  const image = new Image('WorkerImage', {
    context: { location: $cli.paths.root },
    dockerfile: { location: join($cli.paths.root, 'functions/images/worker/Dockerfile') },
    platforms: ['linux/amd64'],
    push: true,
    tags: [$interpolate`${repository.repositoryUrl}:latest`],
    registries: [
      {
        address: login.proxyEndpoint,
        username: login.userName,
        password: $util.secret(login.password),
      },
    ],
  });
  // Lambda takes a digest or a tag, not both.
  return { repository, ref: image.ref.apply((ref) => ref.replace(':latest', '')) };
}
