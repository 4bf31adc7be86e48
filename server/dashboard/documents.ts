import {z} from 'zod';

import type {DocumentType} from '../store/document-type.ts';

/** What a person has turned on and off, by app. */
const choices: DocumentType = {
  segments: ['dashboard', '*'],
  schema: z.record(z.string(), z.string()),
  phase: 'main',
};

export const dashboardDocuments = [choices];
