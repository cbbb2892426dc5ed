import {
  CompiledQuery,
  type Dialect,
  type Driver,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import { ofDatabase } from './database-errors.ts'
import { pipelinedPool } from './pipelined-pool.ts'
import type { Db } from './tables.ts'
import { currentDurability, refuseInsideTransaction } from './transaction-context.ts'

const MAX_CONNECTIONS = 10

/** How long one statement may take, in milliseconds. */
const MAX_STATEMENT = 15_000

/** The advisory lock that open servers share, and that a restore has for itself. */
export const SHOP_LOCK = 726_575

type Visitor = 'server' | 'command'

/** As on SQLite, only a writing transaction may write, on no connection but its own. */
export function postgresDialect(url: string, who: Visitor): Dialect {
  const dialect = new PostgresDialect({ pool: () => openPool(url, who) })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => withLaws(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** Lets this transaction take as long as it needs, as a change of a large table does. */
export async function noTimeLimits(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

async function openPool(url: string, who: Visitor): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const types = { getTypeParser: readNumbers(pg.types) }
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 5000,
    statement_timeout: MAX_STATEMENT,
    idle_in_transaction_session_timeout: 2 * MAX_STATEMENT,
    application_name: 'farmstand',
    options: '-c default_transaction_read_only=on',
    types,
    pipeline: true,
    // A server keeps one connection at least, and with it the sign that it is open.
    ...(who === 'server' ? { min: 1, onConnect: shareLock } : {}),
  })
  // Without a listener on every client, and not only on idle ones, a restart of the database ends
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // A command waits for each of its statements, and so can say which of them was refused.
  return markErrors(who === 'server' ? pipelinedPool(pool) : pool)
}

function markErrors(pool: PostgresPool): PostgresPool {
  const known = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  const throwMarked = (error: unknown) => {
    throw ofDatabase(error)
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(throwMarked)
      const query = (text: string, values?: readonly unknown[]) =>
        client.query(text, values ?? []).catch(throwMarked)
      const marking = known.get(client) ?? {
        query: query as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      }
      known.set(client, marking)
      return marking
    },
  }
}

async function shareLock(client: { query(text: string): Promise<unknown> }): Promise<void> {
  await client.query(`select pg_try_advisory_lock_shared(${SHOP_LOCK})`)
}

const INT8 = 20
const NUMERIC = 1700

/** Sums and counts arrive as numbers, as on SQLite. */
function readNumbers(types: { getTypeParser(oid: number, format?: 'text' | 'binary'): unknown }) {
  return (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (types.getTypeParser(oid, format) as (text: string) => unknown)
}

function withLaws(driver: Driver): Driver {
  const laws: Pick<Driver, 'acquireConnection' | 'beginTransaction'> = {
    acquireConnection(...given) {
      refuseInsideTransaction()
      return driver.acquireConnection(...given)
    },
    async beginTransaction(connection, settings) {
      await driver.beginTransaction(connection, settings)
      if (currentDurability() === 'with-the-next')
        await connection.executeQuery(NOT_WAITING_FOR_THE_DISK)
    },
  }
  return new Proxy(driver, {
    get(target, name) {
      if (Object.hasOwn(laws, name)) return Reflect.get(laws, name)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The log is written in order: whatever commits later and waits takes this along. */
const NOT_WAITING_FOR_THE_DISK = CompiledQuery.raw('set local synchronous_commit = off')
