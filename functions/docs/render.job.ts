import { generationRun } from '#core/docs/generate/generation-run.ts';
import { renderStep } from '#core/docs/generate/steps/render-step.ts';
import { stepJob } from '#core/runs/step-job.ts';

/** Renders and publishes a documentation. */
export const { handler, dead, definition } = stepJob(
  generationRun,
  'finish',
  async (platform, run) => {
    // Imported here: the function for dead letters bundles this file too.
    const { renderSite } = await import('#core/docs/site/render/render-site.ts');
    return renderStep(platform, run, (...site) => renderSite(platform, ...site));
  },
);
