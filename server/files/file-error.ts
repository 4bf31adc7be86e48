/** Returns whether an error comes from the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & {code: string} {
  return (
    error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error
  );
}

/**
 * Describes why a file can't be used: `cannot read /etc/portal.json (ENOENT).`
 *
 * @param action The rest of the sentence after "cannot", such as `read /etc/portal.json`.
 * @param error Errors that do not come from the operating system are described by their own message.
 */
export function describeFileError(action: string, error: unknown): string {
  if (isSystemError(error)) return `cannot ${action} (${error.code}).`;
  return `cannot ${action}: ${error instanceof Error ? error.message : String(error)}`;
}
