// The script `/embed/dashboard.js`.
import '../dashboard/define.ts';
