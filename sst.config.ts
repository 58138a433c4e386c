/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  async app({ stage }) {
    const { stageOptions } = await import('./infra/stage.ts');
    const { home, region, keepsData } = stageOptions(stage);
    return {
      name: 'lantern',
      home,
      removal: keepsData ? 'retain' : 'remove',
      protect: keepsData,
      providers: { aws: { region } },
    };
  },
  async run() {
    const { rollout } = await import('./infra/rollout.ts');
    return rollout();
  },
});
