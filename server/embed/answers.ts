import {z} from 'zod';

/** The response of `GET /embed/{script}.json`: where a page finds a script, and what it needs to pin it. */
export const embedAddressesSchema = z.object({
  version: z.string().describe('Version of the service.'),
  url: z.url().describe('URL of the newest version.'),
  versionedUrl: z.url().describe('URL of exactly this version. Its content never changes.'),
  integrity: z.string().describe('Value of `integrity` for a script tag with `versionedUrl`.'),
});

export type EmbedAddresses = z.infer<typeof embedAddressesSchema>;
