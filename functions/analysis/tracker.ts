import * as choices from '#core/analysis/issues/tracker/list-choices.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const refusals = {
  400: { description: 'The server has no tracker, or there is no token for it' },
  401: { description: 'The tracker refuses the login' },
  403: { description: 'Issues in the tracker are disabled' },
  502: { description: 'The tracker refuses, or does not answer' },
};

export const projects = endpoint({
  summary: 'Projects of the tracker in which an issue can be made',
  access: 'visitor',
  body: choices.projectsBody,
  replies: { 200: { description: 'All of them', schema: choices.projectList }, ...refusals },
  run: async ({ platform, caller, body }) =>
    json(200, await choices.listProjects(platform, caller, body)),
});

export const securityLevels = endpoint({
  summary: 'Who may see an issue: the security levels of a project of the tracker',
  access: 'visitor',
  body: choices.securityLevelsBody,
  replies: { 200: { description: 'All of them', schema: choices.securityLevelList }, ...refusals },
  run: async ({ platform, caller, body }) =>
    json(200, await choices.listSecurityLevels(platform, caller, body)),
});
