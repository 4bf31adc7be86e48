import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import type {Language} from './journeys.ts';

/* The browsers whose pages the screen reader reads, and their settings, for `desktop.ts`. Add a browser to `browsers`. */

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Browser {
  readonly path: string;
  /** Creates a profile in a directory, and returns the browser's arguments, without the page. */
  readonly prepare: (profile: string, language: Language, size: Size) => Promise<string[]>;
}

/** Nothing listens at the proxy, so pages only reach 127.0.0.1. */
const firefoxPreferences = {
  'accessibility.force_disabled': -1,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'termsofuse.bypassNotification': true,
};

const firefox: Browser = {
  path: '/usr/bin/firefox-esr',
  async prepare(profile, language, {width, height}) {
    const preferences = {
      ...firefoxPreferences,
      'intl.locale.requested': language === 'da' ? 'da' : 'en-US',
      'intl.accept_languages': language,
    };
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await mkdir(profile);
    await writeFile(join(profile, 'user.js'), lines.join(''));
    return ['--no-remote', '--profile', profile, '--width', `${width}`, '--height', `${height}`];
  },
};

const chromium: Browser = {
  path: '/usr/bin/chromium',
  async prepare(profile, language, {width, height}) {
    await mkdir(profile);
    return [
      '--force-renderer-accessibility',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-features=Translate',
      '--disable-gpu',
      `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`,
      '--window-position=0,0',
      `--lang=${language}`,
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
  },
};

export const browsers = {firefox, chromium};

export type BrowserName = keyof typeof browsers;
