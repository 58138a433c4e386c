import { call, until } from './call.ts';
import { demoKey, type DemoHome } from './open-home.ts';
import { commitGuide, repositoryOf } from './repositories.ts';
import { people, projects } from './story/team.ts';
import type { Calendar, DemoEvent } from './timeline.ts';

interface Listed {
  readonly name: string;
  readonly status: string;
}

/** Users and grants, and a generation of each project on its first day and after commits. */
export function docsEvents({ at }: Calendar): DemoEvent[] {
  const later = [
    { day: 3, name: 'pelican-http', title: 'Waiting between retries' },
    { day: 5, name: 'switchyard', title: 'Passwords' },
    { day: 7, name: 'pelican-http', title: 'How many requests wait' },
    { day: 9, name: 'rigging', title: 'Width of the help' },
    { day: 13, name: 'switchyard', title: 'Tests of prompts' },
  ];
  return [
    { at: at(0, 0), run: addPeople },
    ...projects.map(({ name }, place) => ({
      at: at(0, 0, 10 * (place + 1)),
      run: (home: DemoHome) => generate(home, name),
    })),
    { at: at(0, 1), run: grantToMona },
    ...later.map(({ day, name, title }) => ({
      at: at(day, 4, 20),
      async run(home: DemoHome) {
        commitGuide(home.folder, name, title, at(day, 4, 15));
        await generate(home, name);
      },
    })),
    { at: at(12, 2), run: failToClone },
  ];
}

async function addPeople({ urls }: DemoHome): Promise<void> {
  for (const { name: username, role } of people) {
    for (const url of [urls.docs, urls.analysis]) {
      await call(`${url}/api/admin/users`, {
        key: demoKey,
        body: { username, role: url === urls.analysis && role !== 'admin' ? 'user' : role },
      });
    }
  }
}

async function generate(home: DemoHome, name: string): Promise<void> {
  const body = { repo_path: repositoryOf(home.folder, name) };
  await call(`${home.urls.docs}/api/generate`, { key: demoKey, body });
  await ended(home, name);
}

async function ended({ urls }: DemoHome, name: string): Promise<string> {
  return until(`The generation of ${name}`, async () => {
    const { projects: all } = await call<{ projects: Listed[] }>(`${urls.docs}/api/projects`, {
      key: demoKey,
    });
    const status = all.find((each) => each.name === name)?.status;
    return status === 'generating' ? undefined : status;
  });
}

/** A viewer sees what they were granted. */
async function grantToMona({ urls }: DemoHome): Promise<void> {
  for (const { name } of projects.slice(0, 2)) {
    await call(`${urls.docs}/api/admin/projects/${name}/access`, {
      key: demoKey,
      body: { username: 'mona', owner: 'admin' },
    });
  }
}

/** No server has this name (RFC 2606). */
async function failToClone(home: DemoHome): Promise<void> {
  const repo_url = 'https://git.harbour.invalid/harbour/tide-tables';
  await call(`${home.urls.docs}/api/generate`, { key: demoKey, body: { repo_url } });
  await ended(home, 'tide-tables');
}
