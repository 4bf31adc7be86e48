import {formatNumber} from '../dates.ts';
import {say} from '../language.ts';

/** Messages for each field that was refused, as the service writes them: in English. */
export type FieldErrors = Record<string, string[]>;

export interface Answer {
  /** 0: there was none. */
  status: number;
  /** The whole answer, to be read. */
  text: string;
  message: string;
  errors: FieldErrors;
  fristId: number;
  antalModtagere: number;
}

/** Delivers a deadline through the demo, which calls interface C with the sender's certificate. Never rejects. */
export async function post(body: Record<string, unknown>): Promise<Answer> {
  const nothing = {message: '', errors: {}, fristId: 0, antalModtagere: 0};
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}frister`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Partial<Answer>;
    const text = `HTTP ${response.status}\n${JSON.stringify(answer, null, 2)}`;
    return {...nothing, ...answer, status: response.status, text};
  } catch (error) {
    return {...nothing, status: 0, text: String(error)};
  }
}

/** What came of it, in the page's language. */
export function describe({status, message, errors, fristId, antalModtagere}: Answer): string {
  if (status === 201) {
    const number = formatNumber(antalModtagere);
    return say({
      da: `Leveret: frist ${fristId}, til ${number} ${antalModtagere === 1 ? 'virksomhed' : 'virksomheder'}.`,
      en: `Delivered: deadline ${fristId}, to ${number} ${antalModtagere === 1 ? 'company' : 'companies'}.`,
    });
  }
  const why = say({da: 'Ikke leveret.', en: 'Not delivered.'});
  if (status === 0)
    return `${why} ${say({da: 'Tjenesten svarer ikke.', en: 'The service does not answer.'})}`;
  if (Object.keys(errors).length) return `${why} ${say({da: 'Ret felterne.', en: 'Correct the fields.'})}`;
  return `${why} ${message}`;
}
