import {z} from 'zod';

import type {DocumentType} from '../store/document-type.ts';

/** The states that a person has chosen, by app. */
export const choicesDocument: DocumentType = {
  segments: ['dashboard', '*'],
  schema: z.record(z.string(), z.string()),
  phase: 'main',
  subject: 'person',
};

/** The names of a person's apps in the chosen order. */
export const orderDocument: DocumentType = {
  segments: ['dashboard', '*', 'order'],
  schema: z.array(z.string()),
  phase: 'main',
  subject: 'person',
};

export const dashboardDocuments = [choicesDocument, orderDocument];
