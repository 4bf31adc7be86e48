import {z} from 'zod';

/** The answer of `GET /embed/tavle.json`: where a page finds the script, and what it needs to pin it. */
export const embedAddressesSchema = z.object({
  version: z.string().describe('Tjenestens version.'),
  url: z.url().describe('Altid den nyeste version.'),
  versionedUrl: z.url().describe('Netop denne version, for altid.'),
  integrity: z.string().describe('Til `integrity` på et script-tag med `versionedUrl`.'),
});

export type EmbedAddresses = z.infer<typeof embedAddressesSchema>;
