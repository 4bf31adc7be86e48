import {bounds} from '../limits/bounds.ts';
import {contentOf, DerError, type DerValue, readSequence, readValues, tags} from './der.ts';
import {
  commonName,
  type DistinguishedName,
  emailAddress,
  type GeneralName,
  nameTypes,
  readGeneralName,
  startsWithName,
  textOf,
} from './names.ts';

/** What the NameConstraints extension of a CA allows for the certificates below it (RFC 5280, 4.2.1.10). */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** The names of a certificate. */
export interface CertificateNames {
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** @throws {DerError} Also for `minimum` and `maximum`, which RFC 5280 leaves out. */
export function readNameConstraints(bytes: Buffer): NameConstraints {
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
 * Whether all names of a certificate obey the constraints. What can't be judged, such as a constraint of a type that is not supported on
 * a name of this type, is refused. The rules are those of RFC 5280 as OpenSSL applies them.
 *
 * @param isLeaf A leaf without DNS names is also judged by the common names that look like one.
 */
export function obeysNameConstraints(
  constraints: NameConstraints,
  names: CertificateNames,
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

/** @returns `undefined` where a name can't be judged. */
function constrainedNames(
  {subject, alternativeNames}: CertificateNames,
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

/** An otherName can also hold an e-mail address (RFC 8398). */
function appliesTo(base: GeneralName, name: GeneralName): boolean {
  return base.number === name.number || (base.number === nameTypes.email && name.number === nameTypes.other);
}

/** Whether a name is of a type that is supported here, and of its type's form. */
function isComparable(name: GeneralName): boolean {
  if ('name' in name) return true;
  switch (name.number) {
    case nameTypes.dns:
      return !name.content.includes(0);
    case nameTypes.email:
      return !name.content.includes(0) && name.content.includes('@');
    case nameTypes.ip:
      return name.content.length === 4 || name.content.length === 16;
    default:
      return false;
  }
}

function isBelow(name: GeneralName, base: GeneralName): boolean {
  if ('name' in name || 'name' in base)
    return 'name' in name && 'name' in base && startsWithName(name.name, base.name);
  if (name.number === nameTypes.ip) return isInBlock(name.content, base.content);
  const [text, baseText] = [name.content, base.content].map(content => content.toString('latin1')) as [
    string,
    string,
  ];
  return name.number === nameTypes.dns ? isDnsBelow(text, baseText) : isEmailBelow(text, baseText);
}

function isDnsBelow(name: string, base: string): boolean {
  if (base === '') return true;
  const [lower, lowerBase] = [name.toLowerCase(), base.toLowerCase()];
  return lower === lowerBase || lower.endsWith(base.startsWith('.') ? lowerBase : `.${lowerBase}`);
}

/** The base is an address, a host, or with a leading dot all hosts below one. */
function isEmailBelow(address: string, base: string): boolean {
  const at = address.lastIndexOf('@');
  const [local, host] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1).toLowerCase()];
  const baseAt = base.lastIndexOf('@');
  const baseHost = base.slice(baseAt + 1).toLowerCase();
  if (baseAt > 0) return local === base.slice(0, baseAt) && host === baseHost;
  return base.startsWith('.') ? host.endsWith(baseHost) : host === baseHost;
}

/** @param block Address and mask, each as long as an address. */
function isInBlock(address: Buffer, block: Buffer): boolean {
  if (block.length !== 2 * address.length) return false;
  return address.every((byte, place) => {
    const mask = block[address.length + place] ?? 0;
    return (byte & mask) === ((block[place] ?? 0) & mask);
  });
}
