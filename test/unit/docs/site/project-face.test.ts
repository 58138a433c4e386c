import { describe, expect, it } from 'vitest';
import { shownVersion } from '#core/docs/site/face/release.ts';
import { readFace } from '#core/docs/site/face/read-face.ts';
import { readPicture } from '#core/docs/site/face/picture.ts';
import { shownFace } from '#core/docs/site/render/render-page.ts';

type Files = Readonly<Record<string, string>>;

function faceOf(files: Files) {
  const read = async (path: string, most: number) =>
    files[path] === undefined ? undefined : new TextEncoder().encode(files[path]).slice(0, most);
  return readFace({ read }, Object.keys(files).sort(), 'shop');
}

const json = (value: object) => JSON.stringify(value);
const sources: Files = {
  'package.json': 'src/index.ts',
  'pyproject.toml': 'src/shop.py',
  'setup.cfg': 'src/shop.py',
  'setup.py': 'src/shop.py',
  'go.mod': 'shop.go',
  'Cargo.toml': 'src/lib.rs',
  'shop.gemspec': 'lib/shop.rb',
  'composer.json': 'src/Shop.php',
};

describe('the install command of a project', () => {
  it.each<[manifest: string, text: string, install: string | null, version: string | null]>([
    ['package.json', json({ name: 'shop', version: '1.2.3' }), 'npm install shop', '1.2.3'],
    [
      'package.json',
      json({ name: 'shop', version: '1.0.0', bin: 'x' }),
      'npm install --global shop',
      '1.0.0',
    ],
    ['package.json', json({ name: 'shop', version: '0.0.0-dev' }), 'npm install shop', null],
    ['package.json', json({ name: 'shop', version: '1.0.0', private: true }), null, '1.0.0'],
    [
      'package.json',
      json({
        name: 'shop',
        version: '1.0.0',
        publishConfig: { registry: 'https://npm.corp.example/' },
      }),
      null,
      '1.0.0',
    ],
    ['package.json', '{"name": "shop",', null, null],
    ['pyproject.toml', '[project]\nname = "Shop"\nversion = "3.1.2"', 'pip install Shop', '3.1.2'],
    [
      'pyproject.toml',
      '[project]\nname = "shop"\nclassifiers = ["Private :: Do Not Upload"]',
      null,
      null,
    ],
    ['pyproject.toml', '[tool.poetry]\nname = "shop"\nversion = "2.0"', 'pip install shop', '2.0'],
    [
      'setup.cfg',
      '[metadata]\nname = Shop\nversion = attr: shop.__version__\n\n[options]\nname = other',
      'pip install Shop',
      null,
    ],
    [
      'setup.py',
      'from setuptools import setup\nsetup(\n    name="shop",\n)',
      'pip install shop',
      null,
    ],
    ['go.mod', 'module github.com/a/shop\n\ngo 1.22', 'go get github.com/a/shop@latest', null],
    ['go.mod', 'module example.com/shop', null, null],
    ['Cargo.toml', '[package]\nname = "shop"\nversion = "0.3.0"', 'cargo add shop', '0.3.0'],
    [
      'shop.gemspec',
      'Gem::Specification.new do |spec|\n  spec.name = "shop"\nend',
      'gem install shop',
      null,
    ],
    ['composer.json', json({ name: 'a/shop', type: 'library' }), 'composer require a/shop', null],
    ['composer.json', json({ name: 'a/shop', type: 'project' }), null, null],
  ])('comes from its manifest: %s %s', async (manifest, text, install, version) => {
    const source = sources[manifest] ?? '';
    const face = await faceOf({ [manifest]: text, [source]: '', 'test/a.java': '', 'b.md': '' });
    expect([face.install, face.version]).toEqual([install, version]);
  });

  it.each<[string, Files, string | null, string | null]>([
    [
      'a monorepo with a private root',
      {
        'package.json': json({ name: 'shop-monorepo', private: true, version: '0.0.0' }),
        'packages/create-shop/package.json': json({ name: 'create-shop', version: '9.0.0' }),
        'packages/shop/package.json': json({ name: '@a/shop', version: '2.1.0' }),
        'playground/x/package.json': json({ name: 'shop', version: '1.0.0' }),
        'packages/shop/index.ts': '',
      },
      ...(['npm install @a/shop', '2.1.0'] as const),
    ],
    [
      'a workspace without a root package',
      {
        'Cargo.toml': '[workspace]\nmembers = ["shop", "derive"]',
        'derive/Cargo.toml': '[package]\nname = "derive"\nversion = "1.0.0"',
        'shop/Cargo.toml': '[package]\nname = "shop"\nversion = "1.2.0"\n[lib]',
        'shop/src/lib.rs': '',
      },
      ...(['cargo add shop', '1.2.0'] as const),
    ],
    [
      'a program whose source has another place',
      {
        'Cargo.toml':
          '[package]\nname = "shop"\nversion = "1.2.0"\n[[bin]]\nname = "sh"\npath = "x/main.rs"',
        'x/main.rs': '',
      },
      ...(['cargo install shop', '1.2.0'] as const),
    ],
  ])('of %s is that of its main package', async (_, files, install, version) => {
    const face = await faceOf(files);
    expect([face.install, face.version]).toEqual([install, version]);
  });

  it.each([
    [{ 'main.go': 'package main\n' }, 'go install github.com/a/shop@latest'],
    [{ 'cmd/shop/main.go': 'package main\n' }, 'go install github.com/a/shop/cmd/shop@latest'],
    [{ 'cmd/$(id)/main.go': '', 'x/y.go': '' }, 'go get github.com/a/shop@latest'],
  ])('installs a program, and adds a package: %o', async (files, install) => {
    const face = await faceOf({ 'go.mod': 'module github.com/a/shop\n', ...files });
    expect(face.install).toBe(install);
  });

  it('is none where the name could be more than a name (S1)', async () => {
    const names = [
      'foo; rm -rf ~',
      '$(id)',
      '`id`',
      '-g',
      '--registry=x',
      'a b',
      'a\nb',
      '../x',
      '@a/../b',
      'a&&b',
      'a|b',
      '',
      'ü',
      'x'.repeat(300),
    ];
    for (const name of names) {
      const manifests = {
        'package.json': json({ name, version: '1.0.0' }),
        'pyproject.toml': `[project]\nname = ${JSON.stringify(name)}`,
        'setup.py': `setup(name='${name}')`,
        'go.mod': `module ${name}\n`,
        'Cargo.toml': `[package]\nname = ${JSON.stringify(name)}`,
        'shop.gemspec': `s.name = '${name}'`,
        'composer.json': json({ name }),
      };
      for (const [manifest, text] of Object.entries(manifests)) {
        const face = await faceOf({ [manifest]: text, [sources[manifest] ?? '']: '' });
        expect([manifest, name, face.install]).toEqual([manifest, name, null]);
      }
    }
  });
});

describe('the version of a project', () => {
  it.each<[tags: string[], manifest: string | null, shown: string | null]>([
    [['v2.0.0', 'v1.0.0'], '1.0.0', '2.0.0'],
    [['nightly', '8.1.3'], null, '8.1.3'],
    [['latest', 'v3'], '1.4.0', '1.4.0'],
    [['create-shop@9.0.0', 'shop@2.1.0', 'shop@2.0.0'], null, '2.1.0'],
    [['shop-parent-2.10.1'], null, '2.10.1'],
    [['release-1.4.0', 'shop/v1.3.0'], null, '1.4.0'],
    [['other-3.0.0'], '1.0.0', '1.0.0'],
    [['<b>1.0</b>', '1.0.0; x'], null, null],
    [[], null, null],
  ])('is the newest tag of a release, else that of the manifest: %j', (tags, version, shown) => {
    expect(shownVersion({ version }, tags, 'shop')).toBe(shown);
  });
});

describe('the first sample of a project', () => {
  const fence = '```';
  const readme = [
    '# Shop',
    `${fence}sh\nnpm install shop\n${fence}`,
    `${fence}ts\nimport { shop } from 'shop';\n${fence}`,
    `${fence}json\n{\n"a": 1 }\n${fence}`,
    `${fence}ts\n${'x();\n'.repeat(25)}${fence}`,
    `${fence}ts\n\nimport { shop } from 'shop';\n\nawait shop();\n\n${fence}`,
    `${fence}ts\nlater();\nlater();\n${fence}`,
  ].join('\n\n');
  const npm = { 'package.json': '{}', 'a.ts': '' };
  const py = { 'pyproject.toml': '[project]\nname = "tpl2"', 'a.py': '' };

  it.each<[what: string, files: Files, sample: object | null]>([
    [
      'the README, past installation, imports and long code',
      { ...npm, 'README.md': readme },
      {
        path: 'README.md',
        line: 46,
        language: 'ts',
        code: "import { shop } from 'shop';\n\nawait shop();",
      },
    ],
    [
      'reStructuredText',
      {
        ...py,
        'README.rst':
          'Shop\n\n.. code-block:: text\n\n    $ pip install shop\n\n.. code-block:: python\n    :linenos:\n\n    from shop import a\n    a()\n\nEnd\n',
      },
      { path: 'README.rst', line: 10, language: 'python', code: 'from shop import a\na()' },
    ],
    [
      'the language of the project\u2019s own name',
      { ...py, 'README.md': `${fence}tpl\n{% a %}\n{% b %}\n${fence}` },
      { path: 'README.md', line: 2, language: 'tpl', code: '{% a %}\n{% b %}' },
    ],
    [
      'nothing: it holds a secret',
      { ...py, 'README.md': `${fence}python\nlogin("ghp_${'a'.repeat(36)}")\nx()\n${fence}` },
      null,
    ],
    ['nothing: binary', { ...py, 'README.md': `\0${fence}python\na()\nb()\n${fence}` }, null],
  ])('is read from %s', async (_, files, sample) => {
    expect((await faceOf(files)).sample).toEqual(sample);
  });
});

describe('the logo of a project', () => {
  it.each<[files: string[], logo: string | null]>([
    [['docs/images/logo.png', 'docs/logo-dark.png', 'docs/logo.jpg'], 'docs/logo.jpg'],
    [['.github/Logo.webp', 'README.md'], '.github/Logo.webp'],
    [['logo.svg', 'aws-logo.png', 'test/fixtures/logo.png', 'logo.png/readme.txt'], null],
  ])('is the picture nearest to the root: %j', async (files, logo) => {
    expect((await faceOf(Object.fromEntries(files.map((file) => [file, ''])))).logo).toBe(logo);
  });

  it.each([
    ['https://github.com/a/b.git', 'https://github.com/a/b/raw/c0ffee/docs/my%20logo.png'],
    ['https://gitlab.com/a/b', 'https://gitlab.com/a/b/-/raw/c0ffee/docs/my%20logo.png'],
    ['https://codeberg.org/a/b', 'https://codeberg.org/a/b/raw/commit/c0ffee/docs/my%20logo.png'],
    ['https://bitbucket.org/a/b', 'https://bitbucket.org/a/b/raw/c0ffee/docs/my%20logo.png'],
    ['https://code.example/a/b', null],
    [null, null],
  ])('has an address where the host is known: %s', async (repositoryUrl, url) => {
    const face = {
      install: null,
      version: null,
      sample: null,
      logo: 'docs/my logo.png',
      picture: null,
    };
    const shown = await shownFace({ face, repositoryUrl, commit: 'c0ffee' }, async () => '');
    expect(shown?.logo).toBe(url);
  });
});

describe('the picture of a project', () => {
  const png = (width: number, height = 10) => {
    const bytes = Buffer.alloc(40);
    bytes.write('89504e470d0a1a0a0000000d49484452', 0, 'hex');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const svg = (text = '<path d="M0 0"/>') =>
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  const raw = 'https://raw.githubusercontent.com/a/b/main/img/brand.svg?raw=true#x';

  it.each<[name: string, files: Record<string, string>, picture: string | null]>([
    ['nothing', { 'README.md': '# X\n' }, null],
    [
      'its usual place',
      { 'docs/images/logo.svg': '', 'a/b/c/d/logo.svg': '' },
      'docs/images/logo.svg',
    ],
    [
      'the README',
      { 'README.md': '![Logo](./img/a.png)', 'img/a.png': '', 'logo.png': '' },
      'img/a.png',
    ],
    [
      'the README elsewhere',
      { '.github/README.md': `<img alt="logo" src="${raw}">`, 'img/brand.svg': '' },
      'img/brand.svg',
    ],
    ['no badge of the README', { 'README.md': '![build](build.svg)', 'build.svg': '' }, null],
    ['nothing outside', { 'README.md': '![logo](../../etc/logo.png)' }, null],
    ['nothing that is no picture', { 'README.md': '![logo](logo.md)', 'logo.md': '' }, null],
    ['no other format', { 'logo.webp': '', 'logo.gif': '' }, null],
  ])('is found in %s', async (_, files, picture) => {
    expect((await faceOf(files)).picture).toBe(picture);
  });

  it.each<[name: string, path: string, body: string | Buffer, file: string | null]>([
    ['a picture', 'a/Logo.PNG', png(4_096), 'assets/logo.png'],
    ['a photo', 'logo.jpeg', Buffer.from('ffd8ffe000', 'hex'), 'assets/logo.jpg'],
    ['a drawing', 'logo.svg', svg(), 'assets/logo.svg'],
    [
      'a drawing with a doctype',
      'logo.svg',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD">${svg()}`,
      'assets/logo.svg',
    ],
    ['a picture that takes gigabytes', 'logo.png', png(60_000, 60_000), null],
    ['a large file', 'logo.svg', svg(' '.repeat(256 * 1024)), null],
    [
      'a pointer to a file elsewhere',
      'logo.png',
      'version https://git-lfs.github.com/spec/v1',
      null,
    ],
    ['a page', 'logo.svg', '<html></html>', null],
    ['a drawing in another encoding', 'logo.svg', Buffer.from(svg(), 'utf16le'), null],
    ['a script', 'logo.svg', svg('<SCRIPT>alert(1)</SCRIPT>'), null],
    ['a script of an event', 'logo.svg', svg('<g onload="alert(1)"/>'), null],
    ['a script of another event', 'logo.svg', svg('<g/onclick\n=alert(1) />'), null],
    ['a script address', 'logo.svg', svg('<a href="javascript:alert(1)"/>'), null],
    ['a page inside', 'logo.svg', svg('<foreignObject><p/></foreignObject>'), null],
    ['entities', 'logo.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg()}`, null],
    ['a style sheet of its own', 'logo.svg', `<?xml-stylesheet href="x"?>${svg()}`, null],
  ])('of %s (S8)', async (_, path, body, file) => {
    const read = async (asked: string, max: number) =>
      asked === path ? Buffer.from(body).subarray(0, max) : undefined;
    expect((await readPicture({ read }, path))?.path ?? null).toBe(file);
  });
});

describe('the place of the sample', () => {
  const sample = { language: 'ts', code: 'a', path: 'README.md', line: 3 };
  const face = { install: null, version: null, sample, logo: null, picture: null };

  it.each([
    ['https://github.com/a/b', 'https://github.com/a/b/blob/c0ffee/README.md#L3'],
    ['https://code.example/a/b', null],
    [null, null],
  ])('is a link where the host is known: %s', async (repositoryUrl, url) => {
    const shown = await shownFace({ face, repositoryUrl, commit: 'c0ffee' }, async () => '');
    expect(shown?.sample?.url).toBe(url);
  });
});
