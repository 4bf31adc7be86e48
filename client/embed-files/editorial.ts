// The script `/embed/editorial.js`.
import '../editorial/define.ts';
