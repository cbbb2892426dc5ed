import { type Dialect, type Driver, PostgresDialect, type PostgresPool } from 'kysely'
import { refuseInsideTransaction } from './transaction-place.ts'

/** Connections of one process. */
const MOST_CONNECTIONS = 10

/** How long one statement may take, in milliseconds. */
const LONGEST_STATEMENT = 15_000

/** PostgreSQL with the same laws as SQLite: only a writing transaction may write, and code inside one uses no other connection. */
export function postgresDialect(url: string): Dialect {
  const dialect = new PostgresDialect({ pool: () => openPool(url) })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => refusingNested(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

async function openPool(url: string): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const types = { getTypeParser: readNumbers(pg.types) }
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: 5000,
    statement_timeout: LONGEST_STATEMENT,
    idle_in_transaction_session_timeout: 2 * LONGEST_STATEMENT,
    application_name: 'farmstand',
    options: '-c default_transaction_read_only=on',
    types,
  })
  // Without a listener on every client, and not only on idle ones, a restart of the database ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const INT8 = 20
const NUMERIC = 1700

/** Sums and counts arrive as numbers, as on SQLite. */
function readNumbers(types: { getTypeParser(oid: number, format?: 'text' | 'binary'): unknown }) {
  return (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : (types.getTypeParser(oid, format) as (text: string) => unknown)
}

function refusingNested(driver: Driver): Driver {
  return new Proxy(driver, {
    get(target, name) {
      if (name !== 'acquireConnection') {
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return (...given: Parameters<Driver['acquireConnection']>) => {
        refuseInsideTransaction()
        return target.acquireConnection(...given)
      }
    },
  })
}
