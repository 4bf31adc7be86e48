// The sources of the generated parts of the manual, in one module, so that `docs-tables.mjs` loads them with Vite once.
// Export here what another table needs. Keep the names, which `docs-tables.mjs` imports; `npm run new:element` adds
// rows to `strings`.

export {read as readTranscript} from '../proof/speech/transcript.ts';
export {boundTable as bounds, type Bound, type Cause} from '../server/bounds.ts';
export {details as commands} from '../server/cli/program.ts';
export {descriptions} from '../server/interfaces.ts';
export {createDocument} from '../server/openapi/document.ts';
export {settingDescriptions} from '../server/settings.ts';
export {visibleText} from '../server/http/fields.ts';

import * as da from '../client/texts/da.ts';
import * as en from '../client/texts/en.ts';

/** The texts of each element, in Danish and English. */
export const strings: Readonly<Record<string, readonly [danish: object, english: object]>> = {
  'tavle-dashboard': [da.dashboard, en.dashboard],
  'tavle-calendar': [da.calendar, en.calendar],
  'tavle-deadlines': [da.frist, en.frist],
  'tavle-form': [da.forms, en.forms],
  'tavle-editorial': [da.editorial, en.editorial],
};
