// The script `/embed/tavle.js`: dashboard, calendar and next deadlines. `scripts/build.mjs`, `vite.config.ts` and `server/embed.ts` name this file.
import '../embed.ts';
