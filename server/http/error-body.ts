/** Messages by field, each field named as the caller writes it. */
export type FieldErrors = Record<string, string[]>;

/** The one body of every error. */
export interface ErrorBody {
  /** The reason phrase of the status code. */
  readonly status: string;
  /** The HTTP status code. */
  readonly code: number;
  readonly message: string;
  /** There for input that was refused (400 and 422). */
  readonly errors?: FieldErrors;
}
