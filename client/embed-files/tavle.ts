// The script `/embed/tavle.js`. Elements for forms and editors have separate scripts.
import '../embed.ts';
