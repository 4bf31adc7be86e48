import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import type {Language} from './journeys.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A browser as its user starts it, and the packages of Debian that it is in. */
interface Browser {
  readonly packages: readonly string[];
  readonly path: string;
  prepare(profile: string, language: Language, size: Size): Promise<{command: string; parameters: string[]}>;
}

/** Its pages reach 127.0.0.1 only: nothing listens at the proxy. */
const firefoxPreferences = {
  'accessibility.force_disabled': -1,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.enable': false,
  'browser.newtabpage.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'termsofuse.bypassNotification': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

export const browsers = {
  firefox: {
    packages: ['firefox-esr', 'firefox-esr-l10n-da'],
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
      const parameters = [
        '--no-remote',
        '--profile',
        profile,
        '--width',
        `${width}`,
        '--height',
        `${height}`,
      ];
      return {command: this.path, parameters};
    },
  },
  chromium: {
    packages: ['chromium', 'chromium-l10n'],
    path: '/usr/bin/chromium',
    async prepare(profile, language, {width, height}) {
      const parameters = [
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
      return {command: this.path, parameters};
    },
  },
} satisfies Record<string, Browser>;

export type BrowserName = keyof typeof browsers;
