import {bounds} from '../limits/bounds.ts';
import type {CertificateFields} from './certificate-fields.ts';
import {DerError, type DerValue, readSequence, readValues, tags, valuesIn} from './der.ts';
import {
  commonName,
  emailAddress,
  type GeneralName,
  nameTypes,
  readGeneralName,
  startsWithName,
  textOf,
} from './names.ts';

/** What the NameConstraints extension of a CA allows for the certificates below it (RFC 5280, 4.2.1.10). */
type NameConstraints = ReturnType<typeof readNameConstraints>;

/** @throws {DerError} Also for `minimum` and `maximum`, which RFC 5280 does not use. */
export function readNameConstraints(bytes: Buffer) {
  const parts = readSequence(bytes);
  const numbers = parts.map(({tag}) => tag);
  const [permitted, excluded] = [0, 1].map(number =>
    parts.filter(({tag}) => tag === tags.constructed(number)),
  ) as [DerValue[], DerValue[]];
  const isOrdered = numbers.every((tag, place) => place === 0 || tag > (numbers[place - 1] ?? 0));
  if (!parts.length || !isOrdered || permitted.length + excluded.length !== parts.length)
    throw new DerError('Invalid name constraints.');
  return {permitted: permitted.flatMap(readSubtrees), excluded: excluded.flatMap(readSubtrees)};
}

/**
 * Returns whether all names of a certificate satisfy the constraints, by RFC 5280 as OpenSSL applies it. Rejects undecidable cases, such as a
 * constraint of an unsupported type on a name of this type.
 *
 * @param isLeaf Whether to check common names that look like DNS names if there are no DNS names.
 */
export function satisfiesNameConstraints(
  constraints: NameConstraints,
  names: Pick<CertificateFields, 'subject' | 'alternativeNames'>,
  isLeaf: boolean,
): boolean {
  const {permitted, excluded} = constraints;
  const all = constrainedNames(names, isLeaf);
  if (!all || all.length * (permitted.length + excluded.length) > bounds.maxNameComparisons) return false;

  return all.every(name => {
    const ofType = (bases: readonly GeneralName[]) => bases.filter(base => appliesTo(base, name));
    const [within, without] = [ofType(permitted), ofType(excluded)];
    if ((within.length || without.length) && !isComparable(name)) return false;
    return (
      (!within.length || within.some(base => isBelow(name, base))) &&
      !without.some(base => isBelow(name, base))
    );
  });
}

function readSubtrees({content}: DerValue): GeneralName[] {
  const subtrees = readValues(content);
  if (!subtrees.length) throw new DerError('Empty name constraint.');
  return subtrees.map(subtree => {
    const [base, ...range] = valuesIn(subtree);
    if (!base || range.length) throw new DerError('Unexpected range of a name constraint.');
    return readGeneralName(base);
  });
}

/** @returns `undefined` if a name can't be checked. */
function constrainedNames(
  {subject, alternativeNames}: Pick<CertificateFields, 'subject' | 'alternativeNames'>,
  isLeaf: boolean,
): GeneralName[] | undefined {
  const names = [...alternativeNames];
  if (subject.attributes.length) names.push({number: nameTypes.directory, name: subject});
  const hasDns = alternativeNames.some(({number}) => number === nameTypes.dns);
  for (const attribute of subject.attributes) {
    if (attribute.type === emailAddress) {
      if (attribute.tag !== ia5String) return undefined;
      names.push({number: nameTypes.email, content: attribute.content});
    }
    if (attribute.type === commonName && isLeaf && !hasDns) {
      const text = withoutNullsAtEnd(textOf(attribute) ?? '');
      if (text.includes('\0')) return undefined;
      if (looksLikeDnsName(text)) names.push({number: nameTypes.dns, content: Buffer.from(text)});
    }
  }
  return names;
}

const ia5String = 0x16;

function withoutNullsAtEnd(text: string): string {
  let end = text.length;
  while (text.endsWith('\0', end)) end -= 1;
  return text.slice(0, end);
}

function looksLikeDnsName(text: string): boolean {
  return /^[\w.-]+$/.test(text) && text.includes('.');
}

/** An otherName can contain an e-mail address (RFC 8398). */
function appliesTo(base: GeneralName, name: GeneralName): boolean {
  return base.number === name.number || (base.number === nameTypes.email && name.number === nameTypes.other);
}

/** The comparable types of names, except directory names: their forms, and the names below a base. */
const comparisons: Partial<Record<number, {hasForm(name: Buffer): boolean; isBelow: typeof isInBlock}>> = {
  [nameTypes.dns]: {hasForm: name => !name.includes(0), isBelow: isDnsBelow},
  [nameTypes.email]: {hasForm: name => !name.includes(0) && name.includes('@'), isBelow: isEmailBelow},
  [nameTypes.ip]: {hasForm: ({length}) => length === 4 || length === 16, isBelow: isInBlock},
};

function isComparable(name: GeneralName): boolean {
  return 'name' in name || comparisons[name.number]?.hasForm(name.content) === true;
}

function isBelow(name: GeneralName, base: GeneralName): boolean {
  if ('name' in name || 'name' in base)
    return 'name' in name && 'name' in base && startsWithName(name.name, base.name);
  return comparisons[name.number]?.isBelow(name.content, base.content) === true;
}

function isDnsBelow(name: Buffer, base: Buffer): boolean {
  const [text, baseText] = [lowerCaseOf(name), lowerCaseOf(base)];
  return baseText === '' || text === baseText || text.endsWith(baseText.replace(/^\.?/, '.'));
}

/** The base is an e-mail address, a host, or with a leading dot all hosts below one. */
function isEmailBelow(name: Buffer, base: Buffer): boolean {
  const [at, baseAt] = [name.lastIndexOf('@'), base.lastIndexOf('@')];
  const [host, baseHost] = [lowerCaseOf(name.subarray(at + 1)), lowerCaseOf(base.subarray(baseAt + 1))];
  if (baseAt > 0) return name.subarray(0, at).equals(base.subarray(0, baseAt)) && host === baseHost;
  return base.toString('latin1').startsWith('.') ? host.endsWith(baseHost) : host === baseHost;
}

function lowerCaseOf(text: Buffer): string {
  return text.toString('latin1').toLowerCase();
}

/** @param block IP address and mask of the same length. */
function isInBlock(address: Buffer, block: Buffer): boolean {
  if (block.length !== 2 * address.length) return false;
  return address.every((byte, place) => {
    const mask = block[address.length + place] ?? 0;
    return (byte & mask) === ((block[place] ?? 0) & mask);
  });
}
