import type {z} from 'zod';

/** Who may call: whoever has a client certificate, a bearer token, or anyone. */
export type Caller = 'certificate' | 'token' | 'anyone';

/** A part of the address, of the query or of the headers. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly meaning: string;
  readonly schema: z.ZodType;
  /** A part of the path always is. */
  readonly required?: boolean;
  /** Left out of the example request where there is none. */
  readonly example?: unknown;
}

/** What goes in or comes out: JSON of a named schema, or text. */
export interface Content {
  /** The name of a schema of the same description; none: text. */
  readonly schema?: string;
  /** `application/json` unless said. */
  readonly type?: string;
  readonly example: unknown;
}

/** The answer to what was done. */
export interface Answer extends Partial<Content> {
  readonly status: 200 | 201;
  readonly meaning: string;
  readonly headers?: readonly ('ETag' | 'Location')[];
}

/** One method of one address, as data. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As OpenAPI writes it: `/calendar/1/frister/{id}`. */
  readonly path: string;
  /** A few words that begin with a verb, without a full stop. */
  readonly summary: string;
  /** What the operation does and what the caller must know, in full sentences. */
  readonly description: string;
  readonly caller: Caller;
  readonly parameters?: readonly Parameter[];
  readonly body?: Content;
  readonly answer: Answer;
  /** Status codes that refuse, and when, but for those that follow from the rest of the operation. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** A part of the interface: its operations, and the schemas of what they take and give. */
export interface Description {
  readonly tag: string;
  readonly meaning: string;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: readonly Operation[];
}
