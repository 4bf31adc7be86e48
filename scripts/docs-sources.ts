/* What the generated parts of the manual are about: one module, so that Vite loads it once. */

export {read as readTranscript} from '../e2e/speech/transcript.ts';
export {boundTable as bounds, type Bound, type Cause} from '../server/bounds.ts';
export {details as commands} from '../server/cli/program.ts';
export {descriptions} from '../server/interfaces.ts';
export {createDocument} from '../server/openapi/document.ts';
export {settingDescriptions} from '../server/settings.ts';

import {da as calendarDa} from '../client/calendar/strings/da.ts';
import {en as calendarEn} from '../client/calendar/strings/en.ts';
import {da as dashboardDa} from '../client/dashboard/strings/da.ts';
import {en as dashboardEn} from '../client/dashboard/strings/en.ts';
import {da as editorialDa} from '../client/editorial/strings/da.ts';
import {en as editorialEn} from '../client/editorial/strings/en.ts';
import {da as formsDa} from '../client/forms/strings/da.ts';
import {en as formsEn} from '../client/forms/strings/en.ts';
import {da as deadlinesDa} from '../client/frist/strings/da.ts';
import {en as deadlinesEn} from '../client/frist/strings/en.ts';

/** The texts of each element, in Danish and English. */
export const strings: Readonly<Record<string, readonly [danish: object, english: object]>> = {
  'tavle-dashboard': [dashboardDa, dashboardEn],
  'tavle-calendar': [calendarDa, calendarEn],
  'tavle-deadlines': [deadlinesDa, deadlinesEn],
  'tavle-form': [formsDa, formsEn],
  'tavle-editorial': [editorialDa, editorialEn],
};
