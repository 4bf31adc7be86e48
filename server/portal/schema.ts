import {z} from 'zod';

import {appStates} from './app-state.ts';

/** An app that dashboards may show, and its state until its owner changes it. */
const app = z.object({
  navn: z.string().regex(/^[\w.-]{1,100}$/, 'Use letters, digits and . _ - only, at most 100 of them.'),
  tilstand: z.enum(appStates),
});

/** The portal file: what an operator tells the service about the portal that it works for. */
export const portalSchema = z.object({apps: z.array(app)}).superRefine(({apps}, context) => {
  const seen = new Set<string>();
  for (const [place, {navn}] of apps.entries()) {
    if (seen.has(navn)) {
      context.addIssue({code: 'custom', path: ['apps', place, 'navn'], message: `"${navn}" stands twice.`});
    }
    seen.add(navn);
  }
});
