// The script `/embed/forms.js`.
import '../forms/define.ts';
