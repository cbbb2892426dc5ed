/**
 * What no visitor may read in an error: where our files are, what runs there, how it queries its
 * database.
 */
export const INNARDS =
  /\bat [\w.<> ]+ \(|node:internal|node_modules|[\w-]\.[mc]?[jt]sx?:\d|\/(?:server|contract|dev\/shm|tmp|home)\/|sqlite|postgres|kysely|zod|fastify|syntax error|constraint|byte sequence|\bselect .* from\b|insert into/i
