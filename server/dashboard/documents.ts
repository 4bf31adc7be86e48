import {z} from 'zod';

import type {DocumentType} from '../store/document-type.ts';

/** What a person has turned on and off, by app. */
const choices: DocumentType = {
  segments: ['dashboard', '*'],
  schema: z.record(z.string(), z.string()),
  phase: 'main',
  subject: 'person',
};

/** The names of a person's apps, in the order that the person has chosen. */
const order: DocumentType = {
  segments: ['dashboard', '*', 'order'],
  schema: z.array(z.string()),
  phase: 'main',
  subject: 'person',
};

export const dashboardDocuments = [choices, order];
