#!/bin/sh
# Once a day a base backup of PostgreSQL, checked, into ARCHIVE. Those of the last KEEP days stay, with the WAL since the oldest of them.
# PGHOST, PGPORT, PGUSER and PGPASSWORD lead to a standby as a user who may replicate; at DATABASE_URL the backup is noted for the metrics.
set -eu
cd "${ARCHIVE:-/archive}"
new=base-$(date -u +%F)
if [ ! -e "$new" ]; then
  rm -rf base-*.partial
  pg_basebackup --checkpoint=fast --pgdata="$new.partial"
  pg_verifybackup "$new.partial"
  mv "$new.partial" "$new"
fi
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$DATABASE_URL" \
  --command="INSERT INTO backups (at) VALUES ($(date -r "$new" +%s)000) ON CONFLICT DO NOTHING"

backups() { ls -d base-????-??-?? | sort -r; }
backups | tail -n "+$((${KEEP:-14} + 1))" | while read -r old; do rm -rf "$old"; done
needed=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$(backups | tail -n 1)/backup_label")
pg_archivecleanup -x .gz . "$needed"
