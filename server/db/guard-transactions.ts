import type { DatabaseConnection, Driver } from 'kysely'
import { nameStatement, ofDatabase } from './database-errors.ts'
import { refuseInsideTransaction } from './transaction-context.ts'

type Guarded = DatabaseConnection & {
  inner: DatabaseConnection
  isInTransaction: boolean
  failure: { error: unknown } | null
}

/**
 * For every transaction, on both engines. Inside it, the shop-wide handle is refused. After a
 * failed statement everything fails, commit included, even if the error was caught; without this,
 * PostgreSQL would roll back and report a commit, and SQLite would commit the rest.
 */
export function guardTransactions(driver: Driver): Driver {
  return {
    init: () => driver.init(),
    async acquireConnection() {
      refuseInsideTransaction()
      return guard(await marked(() => driver.acquireConnection()))
    },
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    async beginTransaction(connection, settings) {
      await marked(() => driver.beginTransaction(innerOf(connection), settings))
      Object.assign(connection, { isInTransaction: true })
    },
    async commitTransaction(connection) {
      throwFailure(connection as Guarded)
      await marked(() => driver.commitTransaction(innerOf(connection)))
    },
    rollbackTransaction: (connection) =>
      marked(() => driver.rollbackTransaction(innerOf(connection))),
    destroy: () => driver.destroy(),
  }
}

function guard(inner: DatabaseConnection): Guarded {
  const guarded: Guarded = {
    inner,
    isInTransaction: false,
    failure: null,
    async executeQuery(query) {
      throwFailure(guarded)
      try {
        return await inner.executeQuery(query)
      } catch (error) {
        nameStatement(error, query.sql)
        if (guarded.isInTransaction) guarded.failure = { error }
        throw ofDatabase(error)
      }
    },
    streamQuery: (query, size) => inner.streamQuery(query, size),
  }
  return guarded
}

function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return (connection as Guarded).inner
}

function throwFailure({ failure }: Guarded): void {
  if (failure) throw failure.error
}

async function marked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ofDatabase(error)
  }
}
