import {loadSanitiser, sanitiser} from '../calendar/views/markup.ts';

/** Replaced by the build with the digest of the file, as the value of `integrity`. */
const integrity = '__SANITISER_INTEGRITY__';
const file = 'sanitise.js';

sanitiser.load = async () => {
  await preload(new URL(file, import.meta.url).href);
  return loadSanitiser();
};

/**
 * Loads a module into the page's module map, from where an `import` takes it, and checks its digest: `import` has no integrity
 * check. Browsers without `modulepreload` do not check it.
 *
 * @throws When the file can't be loaded or has another digest.
 */
function preload(href: string): Promise<unknown> {
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
