/** The number of slots of a cluster. */
export const slotCount = 16_384;

/** The lookup table of CRC-16/XMODEM, polynomial 0x1021. */
const table = Uint16Array.from({length: 256}, (_, byte) => {
  let sum = byte << 8;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
  return sum;
});

/**
 * Returns the slot of a key that has a hash tag, `…{tag}…`, of ASCII characters.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#key-distribution-model
 */
export function slotOf(key: string): number {
  let sum = 0;
  const end = key.indexOf('}');
  for (let index = key.indexOf('{') + 1; index < end; index++) {
    sum = ((sum << 8) ^ (table[(sum >> 8) ^ key.charCodeAt(index)] ?? 0)) & 0xffff;
  }
  return sum % slotCount;
}
