import {firefoxFiles, missingPackages, webkitFiles} from './browser-files.mjs';

/** Debian's packages of browsers and screen readers that only the long tests need, each with a file that it installs.
 * @type {Readonly<Record<string, string>>} */
const files = {
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

/** Returns those that are not installed. */
export function missingForSpeech() {
  return missingPackages(files);
}
