import {
  type BinaryOperationNode,
  type Dialect,
  OperatorNode,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  sql,
} from 'kysely'
import type { Client, ClientBase, Pool } from 'pg'
import { guardTransactions } from './guard-transactions.ts'
import { sessionOpener, type Visitor } from './postgres-session.ts'
import { type Primary, primaryOf } from './primary.ts'
import type { Db } from './write.ts'

const MAX_CONNECTIONS = 10

/** As on SQLite, only a writing transaction may write, and only on its own connection. */
export function postgresDialect(url: string, who: Visitor): Dialect {
  const dialect = new PostgresDialect({ pool: () => openPool(url, who) })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => guardTransactions(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => new PostgresTranslator(),
  }
}

/** Nothing is in an empty list, as on SQLite; PostgreSQL refuses to be asked `in ()`. */
class PostgresTranslator extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node
    const isEmpty = PrimitiveValueListNode.is(list) && list.values.length === 0
    if (isEmpty && OperatorNode.is(operator))
      this.append(operator.operator === 'not in' ? 'true' : 'false')
    else super.visitBinaryOperation(node)
  }
}

export async function noTimeLimits(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

async function openPool(url: string, who: Visitor): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const types = { getTypeParser: readNumbers(pg.types) }
  const primary = primaryOf(url)
  await primary.look()
  const config = {
    connectionString: primary.url(),
    connectionTimeoutMillis: 5000,
    application_name: 'farmstand',
  }
  const openSession = sessionOpener(primary, who)
  const clients = new Set<Client>()
  const onConnect = (client: Client) => {
    // Busy clients need a listener too; without one a database restart ends the process.
    client.on('error', () => {})
    clients.add(client)
    client.on('end', () => clients.delete(client))
    return openSession(client, { ...config, connectionString: pool.options.connectionString })
  }
  const pool = new pg.Pool({
    ...config,
    max: MAX_CONNECTIONS,
    min: who === 'server' ? 1 : 0,
    types,
    onConnect: onConnect as (client: ClientBase) => Promise<void>,
  })
  pool.on('error', () => {})
  if (who === 'command') return pool
  const stopFollowing = followPrimary(pool, primary, clients)
  return {
    options: pool.options,
    connect: () => pool.connect(),
    end() {
      stopFollowing()
      return pool.end()
    },
  }
}

function followPrimary(pool: Pool, primary: Primary, clients: Set<Client>): () => void {
  return primary.follow(() => {
    pool.options.connectionString = primary.url()
    for (const client of clients) client.connection.stream.destroy()
  })
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
