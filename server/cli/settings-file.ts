import {plainText, settingDescriptions, type SettingName} from '../settings.ts';

/** Returns the settings that a test service needs, with paths relative to its directory. */
const testSettings = (port: number): Readonly<Partial<Record<SettingName, string>>> => ({
  TAVLE_PORT: String(port),
  TAVLE_PUBLIC_URL: `https://localhost:${port}`,
  TAVLE_STORE: 'file:store',
  TAVLE_PORTAL: 'portal.json',
  TAVLE_TLS_CERT: 'certificates/server.pem',
  TAVLE_TLS_KEY: 'certificates/server.key',
  TAVLE_CLIENT_CA: 'certificates/ca.pem',
});

/** Returns a settings file for `sh`, systemd and Docker: every setting with its description, with values for a test service. */
export function testSettingsFile(port: number): string {
  const set = testSettings(port);
  const entries = Object.entries(settingDescriptions).map(([name, {defaultText, description}]) => {
    const value = set[name as SettingName];
    return [
      `# ${name}: ${plainText(description)}.`,
      `# Default: ${plainText(defaultText)}`,
      value === undefined ? `#${name}=` : `${name}=${value}`,
    ].join('\n');
  });
  return `# Settings of a test service, written by "tavle init".\n\n${entries.join('\n\n')}\n`;
}
