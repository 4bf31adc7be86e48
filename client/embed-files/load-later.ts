// Loads a file of a script on first use, such as the English texts. Only `scripts/later-files.mjs` uses it, for
// `<script>` tags. You can change timeout and retries. Keep the digest, which protects pages from a changed file.

/** The maximum duration of a load, the same as for a request. */
const loadTimeoutMs = 15_000;

/** The nonce of the page's scripts, which its policy may require for later files. Read now: the page may remove the scripts. */
const nonce = [...document.scripts].find(script => script.nonce)?.nonce ?? '';

const loading = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * Loads a module from the folder of this one. `scripts/later-files.mjs` replaces each `import()` of a script with a call of this function.
 * Retries use another URL, since browsers cache that a module failed to load.
 *
 * @param integrity The digest of the file, as the value of `integrity`.
 * @returns The exports of the module.
 * @throws When the file can't be loaded or has another digest.
 */
export function loadLater(file: string, integrity: string): Promise<unknown> {
  let exports = loading.get(file);
  if (!exports) {
    const {href} = new URL(attempts ? `${file}?${attempts}` : file, import.meta.url);
    exports = preload(href, integrity).then(() => import(/* @vite-ignore */ href) as Promise<unknown>);
    loading.set(file, exports);
    exports.catch(() => {
      attempts += 1;
      loading.delete(file);
    });
  }
  return exports;
}

/**
 * Loads a module into the page's module map, for a later `import`, and checks its digest: `import` has no integrity check. Browsers without
 * `modulepreload` do not check the digest.
 *
 * @throws When the file can't be loaded within 15 seconds or has another digest.
 */
async function preload(href: string, integrity: string): Promise<void> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return;
  Object.assign(link, {rel: 'modulepreload', crossOrigin: '', integrity, nonce, href});
  await new Promise((onload, onerror) => {
    Object.assign(link, {onload, onerror});
    setTimeout(onerror, loadTimeoutMs);
    document.head.append(link);
  }).finally(() => link.remove());
}
