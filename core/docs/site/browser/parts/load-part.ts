type Receive = (name: string, content: unknown, parts?: number) => void;

/** Loads a part of an index. By script tag: browsers read nothing else from file:. */
type LoadPart = (path: string, name: string) => Promise<Received>;

interface Received {
  readonly content: unknown;
  /** How many parts there are, where a part says so. */
  readonly parts: number | undefined;
}

const page = globalThis as unknown as {
  lanternSearch?: Receive;
  lanternLoad?: LoadPart;
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (path: string) => string },
    ) => { createScriptURL: (path: string) => unknown };
  };
};
const partPath =
  /^(?:search\/(?:root|(?:words|endings|hits|names|page|text)\.\d+)|search-index\.\d+)\.js$/;

/** One for all scripts of a document, whose policy allows it to be made once. */
export const loadPart: LoadPart = (page.lanternLoad ??= partLoader());

function partLoader(): LoadPart {
  const policy = page.trustedTypes?.createPolicy('lantern-search', {
    createScriptURL: (path) => {
      if (!partPath.test(path)) throw new TypeError(`Not a part of the index: ${path}`);
      return path;
    },
  });

  const received = new Map<string, Received>();
  const requests = new Map<string, Promise<Received>>();

  page.lanternSearch = (name, content, parts) => received.set(name, { content, parts });

  return (path, name) => {
    let answer = requests.get(path);
    if (!answer) {
      answer = insert(path, name);
      requests.set(path, answer);
      // The browser may be online when the part is asked for again.
      answer.catch(() => requests.delete(path));
    }
    return answer;
  };

  function insert(path: string, name: string): Promise<Received> {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = (policy ? policy.createScriptURL(path) : path) as string;
      script.addEventListener('load', () => {
        script.remove();
        const part = received.get(name);
        received.delete(name);
        if (part) resolve(part);
        else reject(new Error(`${path} holds something else`));
      });
      script.addEventListener('error', () => {
        script.remove();
        reject(new Error(`${path} cannot be loaded`));
      });
      document.head.append(script);
    });
  }
}
