/** Returns the JSON of a response, which ends with a newline: terminals and tools for lines of text expect one. */
export const jsonText = (value: object): string => `${JSON.stringify(value)}\n`;
