import {existsSync} from 'node:fs';

/** Debian's packages of Firefox, each with a file that it installs. */
export const firefoxFiles = {'firefox-esr': '/usr/bin/firefox-esr'};

/** Those of WebKitGTK: the driver, a screen that nobody sees, and what gives a window on it the keyboard. */
export const webkitFiles = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  xdotool: '/usr/bin/xdotool',
};

/** Returns the packages that are not installed.
 * @param {Readonly<Record<string, string>>} files */
export function missingPackages(files) {
  return Object.keys(files).filter(name => !existsSync(files[name] ?? ''));
}
