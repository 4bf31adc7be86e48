#!/bin/sh
# Backs up the store, restores the backup into a temporary store as a trial, and removes old backups. For operators: tavle-backup.service runs it
# every night, see docs/operate/backup.md. The trial needs as much disk space as the store.
set -eu
umask 077
# Not TAVLE_BACKUPS: tavle, which inherits the variable, refuses unknown settings.
directory=${BACKUPS:-/backups}
keep_days=30
tavle=/opt/tavle/node_modules/.bin/tavle

trial=$directory/trial
# The copy of a trial that was killed, such as by a restart of the machine.
rm -rf "$trial"
trap 'rm -rf "$trial"' EXIT

file=$directory/tavle-$(date +%FT%H%M%S)
status=0
# A backup that lacks only documents that cannot be read fails, but has a file.
$tavle backup "$file" || status=$?
[ $status = 0 ] || [ -e "$file" ] || exit $status

# Without the settings of the service, so that the trial cannot write to its store.
env -i PATH="$PATH" TAVLE_STORE="file:$trial" "$tavle" restore "$file"

[ $status = 0 ] || exit $status
# Runs only after a good backup: if backups fail, the old ones stay.
find "$directory" -maxdepth 1 -name 'tavle-*' -mtime +$keep_days -exec rm {} +
