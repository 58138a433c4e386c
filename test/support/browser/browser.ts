import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Only it has notifications. Undefined: this machine has none, and what needs it is skipped. */
export const wholeChromePath: string | undefined = findChrome(names);

/** Mostly the shell: the same engine without windows, which takes half of the processor time.
 * Undefined: the suites are skipped with a message. */
export const chromePath: string | undefined = findChrome(['chromium-headless-shell', ...names]);

if (chromePath === undefined) {
  process.stdout.write(
    `Browser tests did not run: no ${names.join(', ')} on PATH, and CHROME_PATH is not set.\n`,
  );
}

export function launchBrowser(executablePath = chromePath): Promise<Browser> {
  if (executablePath === undefined) throw new Error('no browser');
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

function findChrome(candidateNames: readonly string[]): string | undefined {
  const configured = process.env['CHROME_PATH'];
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = configured
    ? [configured]
    : candidateNames.flatMap((name) => places.map((place) => join(place, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
