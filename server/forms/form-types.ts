/** How the portal shows a solution: the values of `formularType` in version 1 and in version 2. */
export const formTypesV1 = [
  'integration-iframe-gl',
  'integration-iframe-med-titel',
  'integration-iframe-uden-titel',
  'integration-frameset-med-titel',
  'integration-frameset-uden-titel',
  'integration-ekstern-link',
] as const;

export const formTypesV2 = [
  'aktiv-top',
  'integration-iframe-916',
  'integration-iframe-960-med-titel',
  'integration-iframe-960-uden-titel',
  'integration-frameset-med-titel',
  'integration-frameset-uden-titel',
  'integration-ekstern-link',
] as const;
