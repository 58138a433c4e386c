import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const site = {
  plan: {
    project_name: 'Harbour',
    tagline: 'Ships',
    navigation: [
      {
        group: 'Guides',
        pages: [
          { slug: 'start', title: 'Get started', description: 'First steps' },
          { slug: 'anchors', title: 'Anchors', description: 'How to stay' },
        ],
      },
    ],
  },
  markdown: new Map([
    ['start', '# Get started\n\nInstall the harbour.\n'],
    ['anchors', '# Anchors\n\nText.\n\n## Dropping `one`\n\nA <b>kedge</b> holds the ship.\n'],
  ]),
};

/** What programs and assistants read of published sites. */
describe.each(homes({ quick: ['AWS'] }))('sites for programs on $name', ({ home }) => {
  const world = eachTest(async () => {
    const opened = await openWorld(home, 'docs');
    const { files } = await renderedSite(site);
    const content = files.map(({ path, body }) => [path, body] as const);
    await addProject(opened.platform, { name: 'harbour' }, Object.fromEntries(content));
    await addProject(opened.platform, { name: 'unfinished' });
    return opened;
  });
  const get = (path: string, headers: Record<string, string> = asAdmin) =>
    world().send({ path: `/api/projects${path}`, headers });

  it('lists the pages of a site and reads them', async () => {
    const listed = await get('/harbour/pages');
    expect([listed.status, listed.json()]).toEqual([
      200,
      {
        pages: [
          { slug: 'start', title: 'Get started' },
          { slug: 'anchors', title: 'Anchors' },
        ],
      },
    ]);
    const page = await get('/harbour/pages/anchors');
    const markdown = site.markdown.get('anchors');
    expect([page.status, page.json()]).toEqual([200, { slug: 'anchors', markdown }]);
  });

  it.each([
    ['/none/pages', 404, "Project 'none' not found"],
    ['/unfinished/pages', 404, 'File not found'],
    ['/unfinished/search?q=a', 404, 'File not found'],
    ['/harbour/pages/none', 404, 'File not found'],
    ['/harbour/search', 422, /^q: /],
    [`/harbour/search?q=${'a'.repeat(1_001)}`, 422, /^q: /],
  ])('GET %s is %i', async (path, status, detail) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expect((reply.json() as { detail: string }).detail).toMatch(detail);
  });

  it('answers assistants with the rights of their key (S16)', async () => {
    const { url } = world();
    const call = async (key: Record<string, string>, name: string, given = {}) => {
      const client = new Client({ name: 'test', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: key },
      });
      await client.connect(transport);
      const result: unknown = await client.callTool({ name, arguments: given });
      const { tools } = await client.listTools();
      await client.close();
      const { isError = false, content } = result as {
        isError?: boolean;
        content: [{ text: string }];
      };
      return { isError, said: JSON.parse(content[0].text) as object, tools };
    };
    const found = await call(asAdmin, 'get_projects_name_search', { name: 'harbour', q: 'kedge' });
    expect(found).toMatchObject({ isError: false, said: { hits: [{ slug: 'anchors' }] } });
    expect(found.tools.map(({ name }) => name)).toEqual([
      ...['get_projects', 'get_search', 'get_projects_name_search', 'get_projects_name_pages'],
      'get_projects_name_pages_slug',
    ]);
    const outside = { name: 'harbour', slug: '../../other' };
    expect(await call(asAdmin, 'get_projects_name_pages_slug', outside)).toMatchObject({
      ...{ isError: true, said: { detail: 'Access denied' } },
    });
    const stranger = bearer(await addUser(world(), 'stranger'));
    expect((await call(stranger, 'get_projects')).said).toEqual({ projects: [] });
    expect(await call(stranger, 'get_projects_name_pages', { name: 'harbour' })).toMatchObject({
      ...{ isError: true, said: { detail: "Project 'harbour' not found" } },
    });
    await expect(call({}, 'get_projects')).rejects.toThrow('Unauthorized');
  });
});
