// Finds the URL of the script itself. Only `scripts/later-files.mjs` uses it, for scripts in `<script>` tags. You can
// add another way to find the URL. It must also work in a script without `type="module"`, and must not throw.

/** Matches the first URL of an error's stack: that of the script that creates the error, with line and column. */
const firstUrl = /https?:\/\/[^\s()]+/;

/**
 * The URL of the script that contains this module. `scripts/later-files.mjs` replaces `import.meta.url` with it, since that would be a syntax
 * error in a page that loads the script without `type="module"`, as consent managers do. In a module, `document.currentScript` is null.
 */
export const scriptUrl =
  (document.currentScript as HTMLScriptElement | null)?.src ??
  firstUrl.exec(new Error().stack ?? '')?.[0].replace(/:\d{1,9}:\d{1,9}$/, '') ??
  document.baseURI;
