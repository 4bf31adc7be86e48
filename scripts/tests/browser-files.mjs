import {existsSync} from 'node:fs';

/** Debian's packages of Firefox, each with a file that it installs. */
export const firefoxFiles = {'firefox-esr': '/usr/bin/firefox-esr'};

/** Those of WebKitGTK: the driver, a screen that nobody sees, and what gives a window on it the keyboard. */
export const webkitFiles = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  xdotool: '/usr/bin/xdotool',
};

/** Those of browsers and screen readers that only the long tests need.
 * @type {Readonly<Record<string, string>>} */
export const speechFiles = {
  ...firefoxFiles,
  ...webkitFiles,
  orca: '/usr/lib/python3/dist-packages/orca/orca.py',
  'python3-pyatspi': '/usr/lib/python3/dist-packages/pyatspi/__init__.py',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  'dbus-daemon': '/usr/bin/dbus-daemon',
  locales: '/usr/share/i18n/locales/da_DK',
  faketime: '/usr/bin/faketime',
  logrotate: '/usr/sbin/logrotate',
  'firefox-esr-l10n-da': '/usr/lib/firefox-esr/browser/extensions/langpack-da@firefox-esr.mozilla.org.xpi',
  chromium: '/usr/bin/chromium',
  'chromium-l10n': '/usr/lib/chromium/locales/da.pak',
};

/** Returns the packages that are not installed.
 * @param {Readonly<Record<string, string>>} files */
export function missingPackages(files) {
  return Object.keys(files).filter(name => !existsSync(files[name] ?? ''));
}
