import { describe, expect, it } from 'vitest';
import { hostToken } from '#test/support/scm/state.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openReceiver } from '#test/support/webhook/receiver-world.ts';

const key = 'the-key-of-the-log-viewer';
const environment = { ENABLE_LOG_SERVER: 'true', LOGS_KEY: key };
const headers = { authorization: `Bearer ${key}`, accept: 'text/html' };
const path = '/logs/configuration';

describe.each(homes({ quick: ['AWS'] }))('the page of the configuration on $name', ({ home }) => {
  const opened = eachTest(() => openReceiver(home, environment));
  async function configure(text: string) {
    await opened().platform.blobs.put('config.yaml', text);
    // In the cloud the file is looked at every 10 s.
    await opened().clock.advance(10_000);
  }
  const plain = (text: string) => text.replaceAll(/(?:<[^>]*>|\s)+/g, ' ');
  async function read(query = '') {
    const reply = await opened().send({ path: `${path}${query}`, headers });
    return { status: reply.status, html: reply.text, text: plain(reply.text) };
  }
  const good = () => `scm-api-url: ${opened().host.origin}
scm-tokens: [${hostToken}, second-token-of-the-root]
minimum-lgtm: 1
merge-method: merge
labels: {colors: {wip: red}}
repositories:
  repo:
    name: owner/repo
    webhook-secret: the-secret-of-its-hook
    merge-method: rebase
    docs: {url: https://docs.example.com, key: the-key-of-the-docs}
    custom-check-runs: [{name: lint, command: lint --password 12345678}]
  lamp: {name: team/lamp}
`;

  it('shows each key with its value and its origin, and no secret (S10)', async () => {
    opened().host.repository.contents.set(
      '.scm-webhook-server.yaml@main',
      'minimum-lgtm: 3\nwelcome-extra-info: <b>hi</b>\n',
    );
    await configure(good());
    const { status, html, text } = await read('?repository=Owner/Repo');
    expect(status).toBe(200);
    for (const row of [
      'minimum-lgtm 3 .scm-webhook-server.yaml of the repository',
      'welcome-extra-info &#60;b&#62;hi&#60;/b&#62; .scm-webhook-server.yaml',
      'merge-method rebase its entry in config.yaml',
      'docs {&#34;url&#34;:&#34;https://docs.example.com&#34;,&#34;key&#34;:&#34;set&#34;} its entry',
      'custom-check-runs [&#34;lint&#34;] its entry',
      'webhook-secret set its entry',
      'scm-tokens set all repositories in config.yaml',
      'labels.colors {&#34;wip&#34;:&#34;ff0000&#34;} all repositories',
      'labels.enabled-labels all default',
      'log-level INFO default',
      'update-branch none default',
    ]) {
      expect(text).toContain(row);
    }
    for (const secret of [hostToken, 'second-token', 'the-secret-of', 'the-key-of', '12345678']) {
      expect(html).not.toContain(secret);
    }
  });

  it('lists several repositories, shows the first, and says which one is not among them', async () => {
    await configure(good());
    const { text } = await read();
    expect(text).toMatch(/owner\/repo .*team\/lamp /);
    expect(text).toContain('Effective settings of owner/repo');
    expect((await read('?repository=some/other')).text).toContain(
      'some/other is not in config.yaml.',
    );
  });

  it.each([
    ['wrong', 'minimum-lgtm: many', 'line 1: minimum-lgtm must be'],
    ['refused', undefined, 'The code host answered 401'],
  ])('says why the file of a repository is not used: %s', async (_, content, reason) => {
    const { host } = opened();
    await configure(good());
    if (content === undefined) {
      host.tokens.clear();
    } else host.repository.contents.set('.scm-webhook-server.yaml@main', content);
    const { status, text } = await read('?repository=owner/repo');
    expect(status).toBe(200);
    expect(text).toContain('.scm-webhook-server.yaml of the repository is not used: ');
    expect(text).toContain(reason);
    expect(text).toContain('minimum-lgtm 1 all repositories in config.yaml');
  });

  it('says all that is wrong with the file of the receiver, or that there is none', async () => {
    expect((await read()).text).toContain('There is no configuration yet');
    await configure('minimum-lgtm: many\ntox: {}\nrepositories: {a: {nam: o/a}}\n');
    const { text } = await read();
    expect(text).toContain('config.yaml has problems. Deliveries are refused until they are');
    for (const problem of ['line 1: minimum-lgtm must be', 'line 2: tox is not a', 'nam']) {
      expect(text).toContain(problem);
    }
  });

  it('checks a file that is sent, and stores nothing', async () => {
    const world = opened();
    const check = async (fields: Record<string, string>, accept = 'text/html') => {
      const body = new URLSearchParams(fields).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return world.send({ method: 'POST', path, headers: { ...headers, ...type, accept }, body });
    };
    const good = await check({ kind: 'repository', text: 'minimum-lgtm: 2' });
    expect(plain(good.text)).toContain('No problems in this file.');
    const wrong = await check({ kind: 'repository', text: 'scm-tokens: [x]\n# </textarea><b>' });
    expect(plain(wrong.text)).toContain('line 1: scm-tokens is not a known key.');
    expect(wrong.text).toContain('&#60;/textarea&#62;');
    const receiver = await check({ kind: 'receiver', text: 'port: no' }, 'application/json');
    expect(receiver.json()).toEqual({
      problems: expect.arrayContaining([
        expect.stringMatching(/^line 1: port must be/),
      ]) as string[],
    });
    const long = { kind: 'repository', text: `# ${'x'.repeat(70_000)}` };
    expect(plain((await check(long)).text)).toContain('it is longer than 64 KiB');
    expect((await check({ kind: 'other', text: '' }, 'application/json')).status).toBe(422);
    expect(await world.platform.blobs.head('config.yaml')).toBeUndefined();
  });

  it('is for readers of deliveries alone', async () => {
    await configure(good());
    const { status } = await opened().send({ path, headers: { accept: 'text/html' } });
    expect(status).toBe(401);
  });
});
