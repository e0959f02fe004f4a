"""Reading from standbys of PostgreSQL (`DATABASE_REPLICA_URL`); everything else goes to the primary."""
