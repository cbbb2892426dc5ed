import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { openSqliteFile, Purpose } from '#server/db/open-sqlite-file.ts'

type Open = typeof openSqliteFile
type Prepared = { statement: StatementSync; columns: ReturnType<StatementSync['columns']> }
type Stored = { database: DatabaseSync; statements: Map<string, Prepared> }

/**
 * Reopens a shop's file on the same connections with their prepared statements, which would take
 * half the explorer's time. An earlier opener finds it closed and its uncommitted work undone, as
 * if its process were gone.
 */
export function reuseConnections(open: Open): Open {
  const stored: Record<Purpose, Stored[]> = { read: [], write: [], fill: [] }
  return (file, purpose) => {
    const one = stored[purpose].pop() ?? { database: open(file, purpose), statements: new Map() }
    const { database, statements } = one
    let isOpen = true
    const close = () => {
      if (!isOpen) return
      isOpen = false
      if (database.isTransaction) database.exec('rollback')
      stored[purpose].push(one)
    }
    const prepared = (sql: string): Prepared => {
      const statement = database.prepare(sql)
      const fresh = { statement, columns: statement.columns() }
      statements.set(sql, fresh)
      return fresh
    }
    const prepare = (sql: string) => {
      const { statement, columns } = statements.get(sql) ?? prepared(sql)
      return lent(statement, () => isOpen, { columns: () => columns })
    }
    return lent(database, () => isOpen, { close, prepare })
  }
}

function lent<T extends object>(thing: T, isOpen: () => boolean, own: Partial<T>): T {
  return new Proxy(thing, {
    get(_, key) {
      if (!isOpen()) throw new Error('The database is not open.')
      const value = Reflect.get(own, key) ?? Reflect.get(thing, key)
      return typeof value === 'function' ? value.bind(thing) : value
    },
  })
}
