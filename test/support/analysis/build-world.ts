import { openAnalysisWorld } from './analysis-world.ts';
import { startJenkins, type JenkinsCase } from '#test/support/analysis/jenkins/jenkins.ts';
import type { Home } from '#test/support/world.ts';

/** The failure analysis with a build server and a scripted model. */
export async function openBuildWorld(home: Home, environment: Record<string, string> = {}) {
  const jenkins = await startJenkins();
  const world = await openAnalysisWorld(home, {
    ...{ CI_URL: jenkins.url, CI_USER: jenkins.user, CI_PASSWORD: jenkins.token },
    ...environment,
  });
  /** POST /analyze of `team/nightly` #5 with a provider and a model. */
  const start = (body: object = {}) =>
    world.send({
      ...{ method: 'POST', path: '/analyze' },
      body: {
        ...{ job_name: 'team/nightly', build_number: 5 },
        ...{ ai_provider: 'provider_a', ai_model: 'main', ...body },
      },
    });
  return {
    ...{ ...world, jenkins, start },
    /** The id of the job that it has started. */
    async started(body?: object) {
      const reply = await start(body);
      if (reply.status !== 202) throw new Error(reply.text);
      return (reply.json() as { job_id: string }).job_id;
    },
    /** Its result, when the job has ended. */
    async result(id: string) {
      await world.ended(id);
      const reply = await world.send({ path: `/results/${id}` });
      return (reply.json() as { result: Record<string, unknown> }).result;
    },
    async close() {
      await world.close();
      await jenkins.close();
    },
  };
}

export function failedCase(name: string, errorDetails: string): JenkinsCase {
  return {
    className: 'shop',
    name,
    status: 'FAILED',
    duration: 1,
    errorDetails,
    errorStackTrace: 'at x',
  };
}

/** How a build says which builds it has started. */
export const startedBuilds = (...children: (readonly [name: string, number: number])[]) =>
  children.map(([name, number]) => `Build ${name} #${number} completed: FAILURE\n`).join('');
