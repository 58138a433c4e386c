import type { Tree } from '#core/platform/ports/trees.ts';
import { maskSecrets, maskTokens } from '#core/text/mask.ts';
import { type Lines, sourceFile, sourceLinks } from './source-view.ts';

/** A file of the repository that pages cite, with a document of its own in the site. */
export interface CitedSource {
  readonly path: string;
  /** Path of the document in the site. */
  readonly file: string;
  readonly text: string;
  readonly lines: readonly (readonly [first: number, last: number])[];
  /** Slugs of the pages that cite it. */
  readonly pages: readonly string[];
}

interface CitingPage {
  readonly slug: string;
  readonly markdown: string;
  readonly citations: readonly { readonly path: string }[];
}

const maxFiles = 300;
const maxFileBytes = 512 * 1024;
const maxBytes = 16 * 1024 * 1024;

/**
 * The files that the pages' links to the source view mean. Left out, so that their citations stay
 * text: what is not text, what is large, and what may hold a secret.
 */
export async function citedSources(
  pages: readonly CitingPage[],
  tree: Pick<Tree, 'read'>,
): Promise<readonly CitedSource[]> {
  const filesByPath = citedFiles(pages);
  const paths = [...filesByPath.keys()].sort().slice(0, maxFiles);
  const sources: CitedSource[] = [];
  let remainingBytes = maxBytes;
  for (const path of paths) {
    const bytes = await tree.read(path, maxFileBytes + 1);
    if (!bytes || bytes.length > Math.min(maxFileBytes, remainingBytes)) continue;
    const text = textOf(bytes);
    if (text === undefined || mayHoldSecret(path, text)) continue;
    remainingBytes -= bytes.length;
    const { file, lines, slugs } = filesByPath.get(path) as CitedFile;
    sources.push({ path, file, text, lines, pages: [...slugs] });
  }
  return sources;
}

interface CitedFile {
  readonly file: string;
  readonly lines: Lines[];
  readonly slugs: Set<string>;
}

function citedFiles(pages: readonly CitingPage[]): Map<string, CitedFile> {
  const filesByPath = new Map<string, CitedFile>();
  for (const { slug, markdown, citations } of pages) {
    const paths = new Map(citations.map(({ path }) => [sourceFile(path), path]));
    for (const { file, lines } of sourceLinks(markdown)) {
      const path = paths.get(file);
      if (path === undefined || isSecretFile(path)) continue;
      const entry = filesByPath.get(path) ?? { file, lines: [], slugs: new Set<string>() };
      entry.slugs.add(slug);
      if (lines) entry.lines.push(lines);
      filesByPath.set(path, entry);
    }
  }
  return filesByPath;
}

/** In code `password: x` is more often a type than a secret; in a file of settings it is one. */
function mayHoldSecret(path: string, text: string): boolean {
  const isSettings = /\.(?:ya?ml|json|toml|ini|cfg|conf|properties|xml|env)$/i.test(path);
  return (isSettings ? maskSecrets(text) : maskTokens(text)) !== text;
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

const secretNames =
  /^(?:\.env(?!\.(?:example|sample|template|dist)$)(?:\..*|$)|\.?(?:npmrc|pypirc|netrc|htpasswd|pgpass|vault-token|git-credentials)$|_netrc$|id_(?:rsa|dsa|ecdsa|ed25519)|(?:credentials|secrets?|kubeconfig)(?:\.\w+)?$|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate|tfvars|ovpn)(?:\.\w+)?$)/i;
const secretFolders = /(?:^|\/)\.(?:aws|ssh|gnupg|docker|kube|git)\//i;

/** Whether the name says that a file holds secrets. */
export function isSecretFile(path: string): boolean {
  return secretFolders.test(path) || secretNames.test(path.slice(path.lastIndexOf('/') + 1));
}
