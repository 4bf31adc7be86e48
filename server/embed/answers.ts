import {z} from 'zod';

/** The answer of `GET /embed/tavle.json`: where a page finds the script, and what it needs to pin it. */
export const embedAddressesSchema = z.object({
  version: z.string().describe('Version of the service.'),
  url: z.url().describe('URL of the newest version.'),
  versionedUrl: z.url().describe('URL of exactly this version. Its content never changes.'),
  integrity: z.string().describe('Value of `integrity` for a script tag with `versionedUrl`.'),
});

export type EmbedAddresses = z.infer<typeof embedAddressesSchema>;
