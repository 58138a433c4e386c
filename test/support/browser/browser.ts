import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The shell is the same engine without windows, and takes half of the processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Undefined: this machine has no browser, and the suites are skipped with a message. */
export const chromePath: string | undefined = findChrome();

if (chromePath === undefined) {
  process.stdout.write(
    `Browser tests did not run: no ${names.join(', ')} on PATH, and CHROME_PATH is not set.\n`,
  );
}

export function launchBrowser(): Promise<Browser> {
  if (chromePath === undefined) throw new Error('no browser');
  return chromium.launch({
    executablePath: chromePath,
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

function findChrome(): string | undefined {
  const configured = process.env['CHROME_PATH'];
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = configured
    ? [configured]
    : names.flatMap((name) => places.map((place) => join(place, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
