/**
 * Whether files are shared with group 0: a container whose user id is arbitrary and whose group is 0, as in OpenShift, must be able to use what
 * one with another user id created. Elsewhere, only the user of the process can read the files.
 */
const sharesGroup = process.getgid?.() === 0 && process.getuid?.() !== 0;

/** Of stores, audit logs, keys and backups: they are confidential. */
export const fileMode = sharesGroup ? 0o660 : 0o600;
export const umask = sharesGroup ? 0o007 : 0o077;
