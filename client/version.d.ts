// Declares a constant for `define.ts`, which compares the versions of scripts. `vite.config.ts`, `scripts/build.mjs`
// and `scripts/dev.mjs` replace the constant by the version in `package.json`: change its name in all of these files.
declare const __VERSION__: string;
