import { describe, expect, it } from 'vitest';
import { parse } from 'smol-toml';
import { expectFailure } from '#test/support/expect-failure.ts';
import { checkProfiles } from '../../../scripts/commands/analysis/profile/check-profiles.ts';
import { chooseServer } from '../../../scripts/commands/analysis/profile/choose-server.ts';

const profilesOf = (text: string) =>
  checkProfiles(parse(text, { integersAsBigInt: true }), 'config.toml');

const file = `[default]
server = "prod"
[defaults]
username = "ann"
ai_cli_timeout = 20
tracker_pat = "shared"
[servers.prod]
url = "https://prod.example/lantern/"
ai_cli_timeout = 0
force = false
[servers.dev]
url = "http://dev.example:8001"
api_key = "key of dev"
[servers.empty]
ci_user = "joe"`;

const choose = (
  typed: Record<string, string | boolean>,
  variables: Record<string, string> = {},
  text = file,
) => chooseServer(variables, typed, profilesOf(text));

describe('the server of a command', () => {
  const defaults = { username: 'ann', tracker_pat: 'shared' };
  const prod = { url: 'https://prod.example/lantern/', ai_cli_timeout: 0, force: false };
  const dev = { url: 'http://dev.example:8001', api_key: 'key of dev', ai_cli_timeout: 20 };
  it.each([
    ['[default] names it', {}, {}, 'https://prod.example/lantern', { ...defaults, ...prod }],
    ['LANTERN_SERVER goes before', {}, { LANTERN_SERVER: 'dev' }, dev.url, { ...defaults, ...dev }],
    [
      '--server goes before both',
      { server: 'prod' },
      { LANTERN_SERVER: 'dev' },
      'https://prod.example/lantern',
      { ...defaults, ...prod },
    ],
    [
      'a URL takes nothing from a profile',
      { server: 'http://a.example' },
      {},
      'http://a.example',
      {},
    ],
    ['nor does one in LANTERN_SERVER', {}, { LANTERN_SERVER: dev.url }, dev.url, {}],
    [
      'a key of the environment is for servers without one',
      { server: 'http://a.example/' },
      { LANTERN_KEY: 'mine' },
      'http://a.example',
      { api_key: 'mine' },
    ],
    [
      'a key of the profile stays',
      { server: 'dev' },
      { LANTERN_KEY: 'mine' },
      dev.url,
      { ...defaults, ...dev },
    ],
    [
      'options go before the profile',
      { force: true, username: 'bob', 'ai-cli-timeout': '5', 'no-wait-for-completion': true },
      {},
      'https://prod.example/lantern',
      {
        ...{ ...defaults, ...prod, username: 'bob', ai_cli_timeout: 5, force: true },
        wait_for_completion: false,
      },
    ],
  ])('%s', (_, typed, variables, url, settings) => {
    const server = choose(typed, variables);
    expect([server.url, server.settings]).toEqual([url, settings]);
  });

  it.each([
    [
      'an unknown name',
      { server: 'pord' },
      "config.toml has no server 'pord'. Did you mean 'prod'?",
    ],
    [
      'a profile without address',
      { server: 'empty' },
      'config.toml: [servers.empty] has no url, and [defaults] has none either',
      'configuration',
    ],
    [
      'a login in the address',
      { server: 'https://joe:secret@a.example' },
      'The address of the server must be a URL such as https://lantern.example',
    ],
    ['both of two', { force: true, 'no-force': true }, '--force and --no-force exclude each other'],
  ])('%s is refused', async (_, typed, message, kind = 'invalid') => {
    const failure = await expectFailure((async () => choose(typed))(), kind as 'invalid');
    expect(failure.message).toBe(message);
    expect(failure.message).not.toContain('secret');
  });
});

describe('a profile file', () => {
  it.each([
    ['[defaults]\nserver = "x"', 'server belongs in [default], which names the server to use'],
    ['[default]\nserver = 5', 'server in [default] must be the name of a server in quotes'],
    ['[default]\nsever = "x"', "[default] has no key 'sever', only server"],
    ['[server.x]', "There is no table [server]. Did you mean 'servers'?"],
    ['url = "x"', "'url' is outside a table: put it below [defaults] or [servers.<name>]"],
    ['[servers]\nx = 1', 'x must be a table: [servers.x]'],
    ['[servers.x]\nurrl = "a"', "[servers.x] has no key 'urrl'. Did you mean 'url'?"],
    ['[servers.x]\n\nurl = 5', 'url in [servers.x] must be text in quotes'],
    ['[defaults]\nforce = "yes"', 'force in [defaults] must be true or false, without quotes'],
    ['[defaults]\nci_timeout = "5"', 'ci_timeout in [defaults] must be a whole number from 0'],
    ['[defaults]\nci_timeout = 5.0', 'ci_timeout in [defaults] must be a whole number from 0'],
    ['[defaults]\nci_timeout = -1', 'ci_timeout in [defaults] must be a whole number from 0'],
    ['[[servers.x]]\nurl = "a"', 'x must be a table: [servers.x]'],
  ])('%j is refused', async (text, message) => {
    const failure = await expectFailure((async () => profilesOf(text))(), 'configuration');
    expect(failure.message).toContain(`config.toml: ${message}`);
  });
});
