-- The site's role and database, with no more rights than it needs: it owns that database and nothing else.
-- psql -v ON_ERROR_STOP=1 -f deploy/database.sql, as a superuser, with the role's password in POSTGRES_PASSWORD.
\getenv password POSTGRES_PASSWORD
CREATE ROLE phylo LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE phylo OWNER phylo;
REVOKE ALL ON DATABASE phylo FROM PUBLIC;
-- The image gave the superuser the same password; without one it signs in on the server's own socket alone.
ALTER ROLE CURRENT_USER PASSWORD NULL;
