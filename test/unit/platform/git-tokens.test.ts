import { describe, expect, it } from 'vitest';
import { gitTokenSettings } from '#core/home/git-tokens.ts';
import { secretsOf } from '#core/text/secrets-of.ts';

const read = (GIT_TOKENS: string) => [...gitTokenSettings({ GIT_TOKENS }).GIT_TOKENS];
const wrong = 'must be host=token or host=user:token (entries are separated by commas)';

describe('GIT_TOKENS', () => {
  it.each([
    ['', []],
    ['github.com=tok', [['github.com', 'tok']]],
    [
      ' GitHub.COM.=tok , gitlab.test=oauth2:x=y== ',
      [
        ['github.com', 'tok'],
        ['gitlab.test', 'oauth2:x=y=='],
      ],
    ],
    [
      'bücher.test=a,git.test:8443=b',
      [
        ['xn--bcher-kva.test', 'a'],
        ['git.test:8443', 'b'],
      ],
    ],
    [
      'git.test:443=a,git.test=b',
      [
        ['git.test:443', 'a'],
        ['git.test', 'b'],
      ],
    ],
    [
      '0x7f.1=a,[::0001]:99=b',
      [
        ['127.0.0.1', 'a'],
        ['[::1]:99', 'b'],
      ],
    ],
  ])('%j', (text, tokens) => {
    expect(read(text)).toEqual(tokens);
  });

  it.each([
    ['hunter2', `entry 1 ${wrong}`],
    ['github.com=', `entry 1 ${wrong}`],
    ['=hunter2', `entry 1 ${wrong}`],
    ['github.com:hunter2', `entry 1 ${wrong}`],
    ['a.test=x,https://github.com=hunter2', `entry 2 ${wrong}`],
    ['a.test=x,user:hunter2@github.com=hunter2', `entry 2 ${wrong}`],
    ['a.test=x,,b.test=hunter2', `entry 2 ${wrong}`],
    ['a.test=hunter2 hunter2', `entry 1 ${wrong}`],
    ['a.test=:hunter2', `entry 1 ${wrong}`],
    ['a.test=x:y:hunter2', `entry 1 ${wrong}`],
    ['a.test=hünter2', `entry 1 ${wrong}`],
    ['a.test=x,A.test.=hunter2', 'entry 2 names the same host as an entry before it'],
  ])('%j is refused by its place, without the token (S10)', (text, problem) => {
    expect(() => read(text)).toThrow(`GIT_TOKENS ${problem}`);
    expect(() => read(text)).not.toThrow('hunter2');
  });

  it('every token of it is a known secret (S10)', () => {
    const known = secretsOf({ GIT_TOKENS: 'a.test=first-token, b.test=user:second-token' });
    expect(known).toEqual(expect.arrayContaining(['first-token', 'second-token']));
  });

  it('tokens of other settings are known secrets, names of projects are not (S10)', () => {
    const known = secretsOf({
      ADDITIONAL_REPOS: 'a:https://h.test/x:v1@repo-token,b:git@h.test:x,c:https://h.test/y',
      CHAT_WEBHOOK_URL: 'https://chat.test/secret',
      TRACKER_PAT: 'tracker-pat',
      TRACKER_PROJECT_KEY: 'LONGNAME',
    });
    expect(known.toSorted()).toEqual(['https://chat.test/secret', 'repo-token', 'tracker-pat']);
  });
});
