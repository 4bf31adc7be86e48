import {z} from 'zod';

import {expected, listOf} from '../http/fields.ts';
import {flag} from '../operations/parameters.ts';
import {appNamePattern} from '../portal/app-state.ts';

const maxApps = 100;

/** `apps=a&apps=b`. Each app counts once. */
export const stateQuery = z.object({
  apps: z
    .preprocess(
      (apps: string[]) => [...new Set(apps)].filter(Boolean),
      z
        .array(z.string().min(1))
        .min(1, 'Must name at least one app.')
        .max(maxApps, `Must name at most ${maxApps} apps.`),
    )
    .meta({
      description:
        'Name of an app; repeat the parameter for each app. Unknown apps are left out of the response.',
      example: ['frister', 'cvr'],
    }),
});

export const activationQuery = z.object({
  app: z
    .string('Is required.')
    .min(1, 'Is required.')
    .meta({description: 'Name of the app.', example: 'frister'}),
  activated: flag().meta({description: 'Whether to turn the app on.', example: true}),
});

export const orderQuery = z.object({
  locked: flag().default(false).meta({
    description:
      'Whether to return also the names of the apps whose state nobody can change. Default: false.',
    example: true,
  }),
});

const appName = z
  .string(expected('text'))
  .regex(appNamePattern, 'Must be 1 to 100 letters (a-z), digits and . _ - only.');

/**
 * A person's order of apps. Names are not compared with the portal file, which may change, and differs between processes during a rollout.
 */
export const orderSchema = z.object({
  apps: listOf(appName, 'a list of names', maxApps)
    .superRefine((apps, context) => {
      const seen = new Set<string>();
      for (const [place, app] of apps.entries()) {
        if (seen.has(app))
          context.addIssue({code: 'custom', path: [place], message: 'Must not repeat an earlier item.'});
        seen.add(app);
      }
    })
    .meta({uniqueItems: true})
    .describe('Names of apps, the first one first. `[]`: the order of the page.'),
});
