import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { OUTDATED_PLAN } from './database-errors.ts'

const MAX_STATEMENTS = 300

const MAX_HELD = 16

type Statement = { text: string; values: readonly unknown[] }
type Result = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

/** Under which name a statement is kept; when the plans are outdated, every connection makes new ones under new names. */
type Names = { of(text: string): string | undefined; renew(): void }

/**
 * The pool with less to say to the database: a statement is parsed and planned once per connection; within a transaction the
 * beginning and plain inserts travel together with the next statement whose answer counts. The pool must be one that pipelines.
 */
export function pipelinedPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  const names = statementNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const quick = known.get(client) ?? quickClient(client, names)
      known.set(client, quick)
      return quick
    },
  }
}

function statementNames(): Names {
  const names = new Map<string, string>()
  let age = 0
  return {
    of(text) {
      const name =
        names.get(text) ??
        (names.size < MAX_STATEMENTS ? `farmstand_${age}_${names.size}` : undefined)
      if (name) names.set(text, name)
      return name
    },
    renew() {
      names.clear()
      age++
    },
  }
}

/** One connection. An insert that was not waited for fails the next statement of its transaction, with its own error. */
function quickClient(client: PoolClient, names: Names): PostgresPoolClient {
  let held: Statement[] = []
  let isInside = false
  let failure: { error: unknown } | null = null

  function submit({ text, values }: Statement): Promise<Result> {
    const name = values.length > 0 ? names.of(text) : undefined
    return client.query({ text, values: [...values], ...(name && { name }) })
  }

  function sendHeld(): void {
    for (const statement of held) {
      submit(statement).catch((error: unknown) => {
        failure ??= { error }
      })
    }
    held = []
  }

  async function send(statement: Statement): Promise<Result> {
    const { stream } = client.connection
    stream.cork()
    sendHeld()
    const sent = submit(statement)
    stream.uncork()
    try {
      const result = await sent
      if (failure) throw failure.error
      return result
    } catch (error) {
      throw failure?.error ?? error
    }
  }

  function begin(statement: Statement): Promise<Result> {
    held = [statement]
    isInside = true
    return NOT_WAITED_FOR
  }

  async function end(statement: Statement): Promise<Result> {
    isInside = false
    const [first, ...others] = held
    const isUnbegun = first !== undefined && isBegin(first.text)
    if (statement.text === 'rollback') {
      held = []
      failure = null
    }
    if (isUnbegun && (held.length === 0 || others.length === 0)) {
      held = []
      return NOT_WAITED_FOR
    }
    try {
      return await send(statement)
    } finally {
      failure = null
    }
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<Result> {
    const statement = { text, values }
    if (isBegin(text)) return begin(statement)
    if (isEnd(text)) return end(statement)
    if (isInside && held.length < MAX_HELD && isOnlyCarriedOut(text)) {
      held.push(statement)
      return NOT_WAITED_FOR
    }
    try {
      return await send(statement)
    } catch (error) {
      if (!isOutdated(error)) throw error
      names.renew()
      if (isInside) throw error
      return send(statement)
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => {
      held = []
      failure = null
      isInside = false
      client.release(destroy)
    },
  }
}

const NOT_WAITED_FOR = Promise.resolve<Result>({ command: 'BEGIN', rowCount: 0, rows: [] })

function isBegin(text: string): boolean {
  return text === 'begin' || text.startsWith('start transaction')
}

function isEnd(text: string): boolean {
  return text === 'commit' || text === 'rollback'
}

function isOnlyCarriedOut(text: string): boolean {
  if (text.startsWith('set local')) return true
  return text.startsWith('insert into') && !/\b(?:returning|on conflict)\b/.test(text)
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === OUTDATED_PLAN
}
