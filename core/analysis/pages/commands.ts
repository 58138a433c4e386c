import type { Caller } from '#core/identity/rules.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { serverCiUrl } from '../intake/ci/open-ci.ts';
import { isAllowed } from '../people/caller.ts';
import { account, navigation } from './analysis-site.ts';

/** What the search over everything offers this caller: the pages of the header, and what people do. */
export function commands(environment: Environment, caller: Caller) {
  const { isAdmin, via } = caller;
  const { url: name } = account(caller);
  return [
    ...navigation(caller),
    ...(isAllowed(environment, caller)
      ? [
          { label: 'Analyze a test report', url: '/#start-raw_xml', words: 'failure new' },
          ...(serverCiUrl(environment) === undefined
            ? []
            : [{ label: 'Analyze a build', url: '/#build-job_name', words: 'failure new' }]),
        ]
      : []),
    { label: 'Corrections', url: '/corrections' },
    { label: 'Job metadata', url: '/metadata', words: 'team tier version labels' },
    ...(isAdmin
      ? [
          { label: 'Add a user', url: '/admin#create-title', words: 'new create' },
          { label: 'Token usage', url: '/usage', words: 'cost models' },
        ]
      : []),
    ...(name === undefined ? [] : [{ label: 'Set your name', url: name }]),
    via === 'session'
      ? { label: 'Sign out', url: '/logout', words: 'log logout' }
      : { label: 'Sign in', url: '/login', words: 'log login' },
  ];
}
