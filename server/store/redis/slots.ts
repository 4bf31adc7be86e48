/** How many slots the keys of a cluster are spread over. */
export const slotCount = 16_384;

/** What each byte adds to the checksum: CRC-16/XMODEM, polynomial 0x1021. */
const table = Uint16Array.from({length: 256}, (_, byte) => {
  let sum = byte << 8;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
  return sum;
});

/**
 * The slot of a key that has a hash tag, `…{tag}…`, of ASCII characters.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#key-distribution-model
 */
export function slotOf(key: string): number {
  let sum = 0;
  const end = key.indexOf('}');
  for (let place = key.indexOf('{') + 1; place < end; place++) {
    sum = ((sum << 8) ^ (table[(sum >> 8) ^ key.charCodeAt(place)] ?? 0)) & 0xffff;
  }
  return sum % slotCount;
}
