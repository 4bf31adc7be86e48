import {formatNumber} from '../dates.ts';
import {say} from '../language.ts';

/** English messages by field. */
export type FieldErrors = Record<string, string[]>;

export interface DeliveryResponse {
  /** 0: no response. */
  status: number;
  /** Status and body, for display. */
  text: string;
  message: string;
  errors: FieldErrors;
  fristId: number;
  antalModtagere: number;
}

/** Delivers a deadline through the demo, which adds the sender's certificate. Never rejects. */
export async function deliver(body: Record<string, unknown>): Promise<DeliveryResponse> {
  const defaults = {message: '', errors: {}, fristId: 0, antalModtagere: 0};
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}frister`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    });
    const json = (await response.json()) as Partial<DeliveryResponse>;
    const text = `HTTP ${response.status}\n${JSON.stringify(json, null, 2)}`;
    return {...defaults, ...json, status: response.status, text};
  } catch (error) {
    return {...defaults, status: 0, text: String(error)};
  }
}

/** Describes the outcome in the language of the page. */
export function describe({status, message, errors, fristId, antalModtagere}: DeliveryResponse): string {
  if (status === 201) {
    const number = formatNumber(antalModtagere);
    return say({
      da: `Leveret: frist ${fristId}, til ${number} ${antalModtagere === 1 ? 'virksomhed' : 'virksomheder'}.`,
      en: `Delivered: deadline ${fristId}, to ${number} ${antalModtagere === 1 ? 'company' : 'companies'}.`,
    });
  }
  const failed = say({da: 'Ikke leveret.', en: 'Not delivered.'});
  if (status === 0)
    return `${failed} ${say({da: 'Tjenesten svarer ikke.', en: 'The service does not respond.'})}`;
  if (Object.keys(errors).length) return `${failed} ${say({da: 'Ret felterne.', en: 'Correct the fields.'})}`;
  return `${failed} ${message}`;
}
