/** What no visitor may read of a failure: where our files lie, what runs there, and how it asks its database. */
export const INNARDS =
  /\bat [\w.<> ]+ \(|node:internal|node_modules|[\w-]\.[mc]?[jt]sx?:\d|\/(?:server|contract|dev\/shm|tmp|home)\/|sqlite|postgres|kysely|zod|fastify|syntax error|constraint|byte sequence|\bselect .* from\b|insert into/i
