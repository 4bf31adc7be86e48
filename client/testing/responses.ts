import type {z} from 'zod';

import type {CompanyFristItem, SharedFristItem} from '../../server/calendar/responses.ts';
import type {AppActivation, AppOrderResponse, AppStates} from '../../server/dashboard/schema.ts';
import type {FormList, IntroPage} from '../../server/forms/public/representations.ts';
import type {listedVariant, variantPage} from '../../server/forms/editorial/representations.ts';
import type {ErrorBody} from '../../server/problem.ts';
import type * as client from '../api/responses.ts';

type Check<Sent extends Read, Read> = Sent;

/** The service's responses, with the types that the elements read. Does not compile if a field is missing or has another type. */
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
