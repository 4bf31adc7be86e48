import type {CompanyFristItem} from '../../server/calendar/answers.ts';
import type {AppActivation, AppOrderAnswer, AppStates} from '../../server/dashboard/answers.ts';
import type {FormList, IntroPage} from '../../server/forms/public/schema.ts';
import type {ErrorBody} from '../../server/http/response/status-body.ts';
import type * as client from '../api/responses.ts';

type Check<Sent extends Read, Read> = Sent;

/** What the service sends, with what the elements read of it. Does not compile where the service lacks a field or has another type. */
export type Responses = [
  Check<ErrorBody, client.ErrorBody>,
  Check<AppStates, client.AppStatesResponse>,
  Check<AppActivation, client.AppActivationResponse>,
  Check<AppOrderAnswer, client.AppOrderResponse>,
  Check<CompanyFristItem, client.CompanyFrist>,
  Check<FormList, client.FormList>,
  Check<IntroPage, client.IntroPage>,
];
