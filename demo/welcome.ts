// The text that `main.ts` prints for a person who has started the demo. Add a line for a new page or file. Keep the
// columns aligned, and the ports equal to those of `ports.ts`.

const rows = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `  ${name.padEnd(22)}${value}`).join('\n');

/** Returns the text that the demo prints when it is ready. */
export function welcome(url: string, certificateUrl: string, data: string, certificates: string): string {
  const pages = [
    ['Dashboard', `${url}/demo/`],
    ['Deadline calendar', `${url}/demo/frister.html`],
    ['Search of forms', `${url}/demo/find-formular.html`],
    ['Registry of forms', `${url}/demo/formularer.html`],
    ['Editors', `${url}/demo/redaktion.html`],
    ['Mails', `${url}/demo/mails.html`],
    ['Theming', `${url}/demo/tema.html`],
    ['Manual', `${url}/docs/manual`],
    ['HTTP interfaces', `${url}/docs`],
  ] as const;
  const facts = [
    ['Requests with client', `${certificateUrl} (interfaces A, B and C)`],
    ['certificates', `certificates and keys are in ${certificates}`],
    ['Data', `${data}; delete it to start over`],
    ['Other ports', 'TAVLE_PORT=8090 uses 8090 and 8453'],
    ['Stop', 'Ctrl-C'],
  ] as const;
  return `\nThe demo is running. Open in a browser:\n\n${rows(pages)}\n\nAlso:\n\n${rows(facts)}\n\n`;
}
