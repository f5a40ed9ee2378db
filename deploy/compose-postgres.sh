#!/bin/sh
# Run once by the image of PostgreSQL: the desk's role owns its database, and is no superuser, who could change the
# audit trail.
set -e
psql -v ON_ERROR_STOP=1 -U postgres <<'SQL'
\set password `echo "$DATABASE_PASSWORD"`
create role desk login password :'password';
create database desk owner desk;
SQL
