import { join } from 'node:path';
import { stageName } from './stage-names.ts';

// Not imported at the top: SST reads its configuration before it has installed this package, and a
// bundle resolves all imports at the top of its files.
const { Image } = await import('@pulumi/docker-build');

let image: ReturnType<typeof build> | undefined;

/** The image of all worker jobs and of the agent: git and the AI command lines. */
export function workerImage() {
  return (image ??= build());
}

function build() {
  const repository = new aws.ecr.Repository('WorkerImages', {
    // ECR refuses capital letters.
    name: stageName('worker'),
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
  // Lambda accepts a digest or a tag, not both.
  return { repository, ref: image.ref.apply((ref) => ref.replace(':latest', '')) };
}
