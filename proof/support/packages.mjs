/*
 * Debian's packages that steps of the proof need in addition to those of `npm test`, each with a file that it installs. For `steps.mjs` and tests.
 * Add a package to the step that needs it.
 */

export const firefoxFiles = {'firefox-esr': '/usr/bin/firefox-esr'};

/** The packages of WebKitGTK: the driver, a virtual screen, and a program that gives a window the keyboard focus. */
export const webkitFiles = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  xdotool: '/usr/bin/xdotool',
};

export const browserFiles = {...firefoxFiles, ...webkitFiles};

/** The package that rotates logs, for the end-to-end tests. */
export const logFiles = {logrotate: '/usr/sbin/logrotate'};

/** The packages of the HTTP libraries, of Mono for a generated client, and of other proxies. */
export const clientFiles = {
  'openjdk-17-jdk-headless': '/usr/bin/javac',
  'libhttpclient-java': '/usr/share/java/httpclient.jar',
  'mono-runtime': '/usr/bin/mono',
  'mono-mcs': '/usr/bin/mcs',
  // All assemblies of Mono: NSwag needs several that nothing else depends on.
  'libmono-cil-dev': '/usr/share/doc/libmono-cil-dev',
  'golang-go': '/usr/bin/go',
  'php-cli': '/usr/bin/php',
  'php-curl': '/usr/share/doc/php-curl',
  'php-guzzlehttp-guzzle': '/usr/share/php/GuzzleHttp/autoload.php',
  ruby: '/usr/bin/ruby',
  'libwww-perl': '/usr/share/perl5/LWP/UserAgent.pm',
  wget: '/usr/bin/wget',
  haproxy: '/usr/sbin/haproxy',
  caddy: '/usr/bin/caddy',
  'python3-requests': '/usr/lib/python3/dist-packages/requests',
  'python3-httpx': '/usr/lib/python3/dist-packages/httpx',
  'python3-aiohttp': '/usr/lib/python3/dist-packages/aiohttp',
};

/** The packages of the screen reader and its browsers. */
export const speechFiles = {
  ...browserFiles,
  orca: '/usr/lib/python3/dist-packages/orca/orca.py',
  'python3-pyatspi': '/usr/lib/python3/dist-packages/pyatspi/__init__.py',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  'dbus-daemon': '/usr/bin/dbus-daemon',
  locales: '/usr/share/i18n/locales/da_DK',
  faketime: '/usr/bin/faketime',
  'firefox-esr-l10n-da': '/usr/lib/firefox-esr/browser/extensions/langpack-da@firefox-esr.mozilla.org.xpi',
  chromium: '/usr/bin/chromium',
  'chromium-l10n': '/usr/lib/chromium/locales/da.pak',
};

export const faultFiles = {iproute2: '/usr/bin/ip'};

/** The packages of the manual's examples. When Debian installs Postfix, it removes another mail server. */
export const exampleFiles = {
  ...faultFiles,
  postfix: '/usr/sbin/postfix',
  opendkim: '/usr/sbin/opendkim',
  'opendkim-tools': '/usr/sbin/opendkim-genkey',
  'python3-dkim': '/usr/lib/python3/dist-packages/dkim/__init__.py',
  'python3-spf': '/usr/lib/python3/dist-packages/spf.py',
};

export const containerFiles = {buildah: '/usr/bin/buildah', debootstrap: '/usr/sbin/debootstrap'};

export const benchFiles = {
  'redis-server': '/usr/bin/redis-server',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
};
