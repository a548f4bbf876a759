-- Run once, on the first primary.
\getenv password LEADLOOM_PASSWORD
CREATE ROLE leadloom LOGIN PASSWORD :'password';
CREATE DATABASE leadloom OWNER leadloom;
-- The metrics tell of standbys and WAL.
GRANT pg_monitor TO leadloom;
