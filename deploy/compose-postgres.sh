#!/bin/sh
# PostgreSQL's image runs this script once. The program's role owns its database but isn't a superuser, because a
# superuser could change the audit trail.
set -e
psql -v ON_ERROR_STOP=1 -U postgres <<'SQL'
\set password `echo "$DATABASE_PASSWORD"`
create role desk login password :'password';
create database desk owner desk;
SQL
