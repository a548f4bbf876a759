-- Run once, on the first primary.
\getenv password LEADLOOM_PASSWORD
CREATE ROLE leadloom LOGIN PASSWORD :'password';
CREATE DATABASE leadloom OWNER leadloom;
