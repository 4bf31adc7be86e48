type Create = (shared: object) => unknown;

const loading = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * Loads a file that is next to this one. Tries again after a failure, with another URL: browsers remember that a module could not be
 * loaded.
 *
 * @param integrity Its digest, as the value of `integrity`.
 * @param shared What it shares with this one.
 * @returns The exports of its module.
 * @throws When the file can't be loaded or has another digest.
 */
export function loadLater(file: string, integrity: string, shared: object): Promise<unknown> {
  let exports = loading.get(file);
  if (!exports) {
    const {href} = new URL(attempts ? `${file}?${attempts}` : file, import.meta.url);
    exports = preload(href, integrity)
      .then(() => import(/* @vite-ignore */ href) as Promise<{default: Create}>)
      .then(module => module.default(shared));
    loading.set(file, exports);
    exports.catch(() => {
      attempts += 1;
      loading.delete(file);
    });
  }
  return exports;
}

/**
 * Loads a module into the page's module map, from where an `import` takes it, and checks its digest: `import` has no integrity
 * check. Browsers without `modulepreload` do not check it.
 *
 * @throws When the file can't be loaded or has another digest.
 */
function preload(href: string, integrity: string): Promise<unknown> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return Promise.resolve();
  return new Promise((resolve, reject) => {
    Object.assign(link, {
      rel: 'modulepreload',
      crossOrigin: '',
      integrity,
      href,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(link);
  }).finally(() => link.remove());
}
