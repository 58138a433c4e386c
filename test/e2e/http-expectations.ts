import { analysis } from './expectations/analysis.ts';
import { docs } from './expectations/docs.ts';
import type { Expectation, ExpectedService } from './expectations/expectation.ts';
import { sampleAnswers } from './expectations/sample-answers.ts';
import { sampleBodies } from './expectations/sample-bodies.ts';
import { health, notFound } from './expectations/shared.ts';

/** The one list of requests and answers that every home has to keep. */
export const expectations: Readonly<Record<ExpectedService, readonly Expectation[]>> = {
  docs,
  analysis,
  webhook: [
    ...health('/webhook_server/healthcheck', { status: 200, message: 'Alive' }),
    { name: 'an unknown path', sent: { path: '/health' }, status: 404, body: notFound },
  ],
  sessions: [
    ...health('/health', { status: 'ok' }),
    { name: 'an unknown path', sent: { path: '/nowhere' }, status: 404, body: notFound },
  ],
  agent: [
    {
      name: 'an unknown path',
      sent: { path: '/nowhere' },
      status: 404,
      body: { error: 'Not found' },
    },
    {
      name: 'a wrong method',
      sent: { method: 'POST', path: '/models' },
      status: 405,
      body: { error: 'Method Not Allowed' },
    },
  ],
  sample: [...sampleBodies, ...sampleAnswers],
};
