import { analysis } from './expectations/analysis.ts';
import { docs } from './expectations/docs.ts';
import { answers, type Expectation, type ExpectedService } from './expectations/expectation.ts';
import { sampleAnswers } from './expectations/sample-answers.ts';
import { sampleBodies } from './expectations/sample-bodies.ts';
import { health, location, notFound, opened } from './expectations/shared.ts';

/** The one list of requests and answers that every home has to keep. */
export const expectations: Readonly<Record<ExpectedService, readonly Expectation[]>> = {
  docs,
  analysis,
  webhook: [
    ...health('/webhook_server/healthcheck', { status: 200, message: 'Alive' }),
    answers('an unknown path', '/health', 404, notFound),
  ],
  sessions: [
    ...health('/health', { status: 'ok' }),
    answers('an unknown path', '/nowhere', 404, notFound),
    answers('a slash', opened('/projects/?a=b%20c'), 308, '', location('/projects?a=b+c')),
    answers('a slash that no browser asks for', '/projects/', 404, notFound),
    answers('a slash of no page', opened('/nowhere/'), 404),
    answers('a slash of another host', opened('//host.example/'), 404),
  ],
  agent: [
    answers('an unknown path', '/nowhere', 404, { error: 'Not found' }),
    answers('a wrong method', { method: 'POST', path: '/models' }, 405, {
      error: 'Method Not Allowed',
    }),
  ],
  sample: [...sampleBodies, ...sampleAnswers],
};
