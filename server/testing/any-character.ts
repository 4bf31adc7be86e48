import fc from 'fast-check';

/** How many code points are surrogates: half characters of UTF-16. */
const surrogates = {first: 0xd800, count: 0x800};

/** Any character of Unicode. The `binary` of fast-check, which is the same, takes a second to set up. */
export const anyCharacter = fc.nat({max: 0x10ffff - surrogates.count}).map(
  place => String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count),
  text => {
    const code = (text as string).codePointAt(0) ?? 0;
    if (String.fromCodePoint(code) !== text) throw new Error('This is not one character.');
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
