import type {z} from 'zod';

import type {CompanyFristItem, SharedFristItem} from '../../server/calendar/responses.ts';
import type {AppActivation, AppOrderResponse, AppStates} from '../../server/dashboard/schema.ts';
import type {FormList, IntroPage} from '../../server/forms/public/representations.ts';
import type {listedVariant, variantPage} from '../../server/forms/editorial/representations.ts';
import type {ErrorBody} from '../../server/problem.ts';
import type * as client from '../api/responses.ts';

type Check<Sent extends Read, Read> = Sent;

/**
 * Compares the service's responses with the types of `client/api/responses.ts`: does not compile if a field is missing or has another type. Add a
 * line for each type that you add there. Nothing imports this file.
 */
export type Responses = [
  Check<ErrorBody, client.ErrorBody>,
  Check<AppStates, client.AppStatesResponse>,
  Check<AppActivation, client.AppActivationResponse>,
  Check<AppOrderResponse, client.AppOrderResponse>,
  Check<CompanyFristItem, client.CompanyFrist>,
  Check<SharedFristItem, client.SharedFrist>,
  Check<FormList, client.FormList>,
  Check<IntroPage, client.IntroPage>,
  Check<z.infer<typeof listedVariant>, client.EditorialForm>,
  Check<z.infer<typeof variantPage>, client.EditorialPage>,
];
