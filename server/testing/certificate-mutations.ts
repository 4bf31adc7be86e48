import {X509Certificate} from 'node:crypto';

import fc from 'fast-check';

import {
  caExtensions,
  clientExtensions,
  createRoot,
  der,
  ExtendedKeyUsage,
  type Extension,
  extension,
  KeyUsageFlags,
  nameConstraints,
  newKeys,
  organisationName,
  purposes,
  type TestCa,
  usage,
} from './pki.ts';

/** The headers of a trusted proxy. */
export interface MutatedHeaders {
  readonly 'client-cert': string;
  readonly 'client-cert-chain'?: string;
}

/** A change of the extensions before the certificate is signed. Numbers are taken modulo the length of the list. */
type Edit =
  | {readonly kind: 'drop' | 'repeat' | 'toggleCritical'; readonly at: number}
  | {readonly kind: 'move' | 'flip'; readonly at: number; readonly to: number}
  | {readonly kind: 'add'; readonly pool: number};

interface Level {
  readonly edits: readonly Edit[];
  readonly signer: 'right' | 'stranger';
  readonly dates: 'valid' | 'expired' | 'future';
  readonly hash: 'SHA-256' | 'SHA-1';
}

export interface Recipe {
  /** From the leaf up. */
  readonly levels: readonly Level[];
  readonly reversed: boolean;
  readonly dropped: number | undefined;
  readonly withRoot: boolean;
  /** A bit to flip in one of the signed certificates. */
  readonly flip: {readonly certificate: number; readonly bit: number} | undefined;
  readonly garbage: {readonly at: number; readonly text: string} | undefined;
}

const ipConstraint = der(0x87, Buffer.from('0a000000ff000000', 'hex'));

/** Extensions to add, of RFC 5280, RFC 3820 and Netscape. */
const pool: readonly (() => readonly Extension[])[] = [
  () => caExtensions(0),
  () => caExtensions(1),
  () => [usage(KeyUsageFlags.keyEncipherment)],
  () => [usage(KeyUsageFlags.keyAgreement)],
  () => [usage(KeyUsageFlags.digitalSignature)],
  () => [usage(KeyUsageFlags.keyCertSign)],
  () => [purposes(ExtendedKeyUsage.serverAuth)],
  () => [purposes('2.5.29.37.0')],
  () => [purposes(ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.serverAuth)],
  () => [nameConstraints([organisationName('Skat')])],
  () => [nameConstraints([organisationName('Other')])],
  () => [nameConstraints([], [organisationName('sKAT  ')])],
  () => [nameConstraints([der(0x82, 'example.dk')])],
  () => [nameConstraints([der(0x82, '.example.dk')], [der(0x82, 'bad.example.dk')])],
  () => [nameConstraints([der(0x81, 'example.dk'), der(0x81, 'a@b.dk')])],
  () => [nameConstraints([ipConstraint])],
  () => [nameConstraints([der(0x86, 'example.dk')])],
  () => [nameConstraints([der(0x88, Buffer.from('2a03', 'hex'))])],
  () => [extension('2.5.29.17', der(0x30, der(0x82, 'a.example.dk')).toString('hex'))],
  () => [extension('2.5.29.17', der(0x30, der(0x82, 'bad.example.dk')).toString('hex'), true)],
  () => [extension('2.5.29.17', der(0x30, der(0x81, 'a@B.dk')).toString('hex'))],
  () => [extension('2.5.29.17', der(0x30, der(0x87, Buffer.from('0a010203', 'hex'))).toString('hex'))],
  () => [extension('2.5.29.17', der(0x30, der(0x86, 'https://a.example.dk/')).toString('hex'))],
  () => [extension('2.5.29.17', der(0x30, organisationName('Other')).toString('hex'))],
  () => [extension('2.5.29.17', der(0x30, der(0x88, Buffer.from('2a03', 'hex'))).toString('hex'))],
  () => [extension('2.5.29.36', '3003800100', true)],
  () => [extension('2.5.29.54', '020100', true)],
  () => [extension('2.5.29.32', '3006300406022a03', true)],
  () => [extension('2.5.29.31', '30003000', true)],
  () => [extension('2.5.29.31', '300e300ca00aa0088206612e62632e64')],
  () => [extension('2.5.29.14', '040401020304')],
  () => [extension('2.5.29.35', '3006800401020304')],
  () => [extension('2.16.840.1.113730.1.1', '03020780')],
  () => [extension('2.16.840.1.113730.1.1', '03020640')],
  () => [extension('1.3.6.1.5.5.7.1.14', '300c300a06082b06010505071501')],
  () => [extension('1.2.208.999.1', '0500')],
  () => [extension('1.2.208.999.1', '0500', true)],
];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('drop' as const, 'repeat' as const, 'toggleCritical' as const),
    at: fc.nat(9),
  }),
  fc.record({kind: fc.constantFrom('move' as const, 'flip' as const), at: fc.nat(9), to: fc.nat(2_000)}),
  fc.record({kind: fc.constant('add' as const), pool: fc.nat(pool.length - 1)}),
);

/** Mostly `usual`, so that most recipes have few errors. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({weight: 24, arbitrary: fc.constant(usual)}, {weight: 1, arbitrary: fc.constantFrom(...others)});

const level: fc.Arbitrary<Level> = fc.record({
  edits: fc.oneof(fc.constant([]), fc.array(edit, {minLength: 1, maxLength: 2, size: 'max'})),
  signer: mostly<Level['signer']>('right', 'stranger'),
  dates: mostly<Level['dates']>('valid', 'expired', 'future'),
  hash: mostly<Level['hash']>('SHA-256', 'SHA-1'),
});

const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({weight: 19, arbitrary: fc.constant(undefined)}, {weight: 1, arbitrary});

/** Recipes for certificates, chains and headers, of which some are valid. */
export const recipes: fc.Arbitrary<Recipe> = fc.record({
  levels: fc.array(level, {minLength: 1, maxLength: 3, size: 'max'}),
  reversed: fc.boolean(),
  dropped: seldom(fc.nat(2)),
  withRoot: fc.boolean(),
  flip: seldom(fc.record({certificate: fc.nat(2), bit: fc.nat(8_000)})),
  garbage: seldom(fc.record({at: fc.nat(3_000), text: fc.stringMatching(/^[A-Za-z0-9+/=:,; ]{1,4}$/)})),
});

/** Creates a root certificate. Returns it, and a function that issues certificates from recipes. */
export async function createMutatedPki(subject: string) {
  const root = await createRoot({subject: 'CN=Root'});
  const aged = await createRoot({subject: 'CN=Root', keys: root.keys, from: -9, to: -1});
  const stranger = await createRoot({subject: 'CN=Root'});
  const keys = await Promise.all([newKeys(), newKeys(), newKeys()]);

  async function issue({levels, ...recipe}: Recipe): Promise<MutatedHeaders> {
    let ca: TestCa = root;
    let leaf = root.certificate;
    const others: string[] = [];
    for (const [depth, {edits, signer, dates, hash}] of [...levels.entries()].reverse()) {
      const signedBy: TestCa = signer === 'right' ? ca : stranger;
      const options = {
        hash,
        ...(keys[depth] && {keys: keys[depth]}),
        extensions: edits.reduce(apply, depth ? caExtensions() : clientExtensions()),
        ...{valid: {}, expired: {from: -9, to: -1}, future: {from: 1, to: 9}}[dates],
      };
      if (depth) {
        ca = await signedBy.ca({subject: `CN=CA ${depth}`, ...options});
        others.unshift(ca.certificate);
      } else {
        leaf = (await signedBy.client({subject, ...options})).certificate;
      }
    }
    return toHeaders(leaf, others, root.certificate, recipe);
  }

  return {trusted: [aged.certificate, root.certificate], issue};
}

function apply(extensions: readonly Extension[], change: Edit): Extension[] {
  const list = [...extensions];
  if (change.kind === 'add') {
    const added = pool[change.pool]?.() ?? [];
    const types = added.map(({type}) => type);
    return [...list.filter(({type}) => !types.includes(type)), ...added];
  }
  const at = change.at % Math.max(1, list.length);
  const chosen = list[at];
  if (!chosen) return list;
  const {type, critical, value} = chosen;
  switch (change.kind) {
    case 'drop':
      list.splice(at, 1);
      break;
    case 'repeat':
      list.push(chosen);
      break;
    case 'toggleCritical':
      list[at] = extension(type, Buffer.from(value).toString('hex'), !critical);
      break;
    case 'move':
      list.splice(change.to % list.length, 0, ...list.splice(at, 1));
      break;
    case 'flip':
      list[at] = extension(type, flipBit(Buffer.from(value), change.to).toString('hex'), critical);
  }
  return list;
}

function toHeaders(
  leaf: string,
  others: readonly string[],
  root: string,
  {reversed, dropped, withRoot, flip, garbage}: Omit<Recipe, 'levels'>,
): MutatedHeaders {
  const chain = others.filter((_, index) => index !== dropped).concat(withRoot ? [root] : []);
  const sent = [leaf, ...(reversed ? chain.reverse() : chain)].map(toDer);
  const [first = '', ...rest] = sent
    .map((bytes, index) =>
      flip && index === flip.certificate % sent.length ? flipBit(bytes, flip.bit) : bytes,
    )
    .map(bytes => `:${bytes.toString('base64')}:`);
  const header = garbage ? first.slice(0, garbage.at) + garbage.text + first.slice(garbage.at) : first;
  return {'client-cert': header, ...(rest.length && {'client-cert-chain': rest.join(', ')})};
}

function flipBit(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(bit / 8) % Math.max(1, copy.length);
  if (copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
}

function toDer(pem: string): Buffer {
  return new X509Certificate(pem).raw;
}
