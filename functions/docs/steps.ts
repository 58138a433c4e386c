import type { Platform } from '#core/platform/ports/platform.ts';
import type { Steps } from '#core/runs/run-here.ts';

/** The steps of a generation, imported where they run: functions for dead letters bundle this file
 * too. */
export const steps: Steps<Platform> = {
  async start(platform, run) {
    const { planStep } = await import('#core/docs/generate/steps/plan-step.ts');
    return planStep(platform, run);
  },
  async lane(platform, run) {
    const { pageStep } = await import('#core/docs/generate/steps/page-step.ts');
    return pageStep(platform, run);
  },
  async finish(platform, run) {
    const [{ renderStep }, { renderSite }] = await Promise.all([
      import('#core/docs/generate/steps/render-step.ts'),
      import('#core/docs/site/render/render-site.ts'),
    ]);
    return renderStep(platform, run, (...site) => renderSite(platform, ...site));
  },
};
