// The script `/embed/deadlines.js`.
import '../deadlines/define.ts';
