import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { nameStatement, OUTDATED_PLAN } from './database-errors.ts'
import { LAST, UNREAD } from './prepared.ts'

/** The most prepared statements per connection. */
const MAX_PREPARED = 300

const MAX_QUEUED = 16

type Statement = { text: string; values: readonly unknown[] }
type Result = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

/** Names of prepared statements; outdated plans are made anew under new names. */
type PreparedNames = { of(text: string): string | undefined; renew(): void }

type Connection = {
  client: PoolClient
  names: PreparedNames
  isInTransaction: boolean
  /** Statements of the transaction that travel with its next one. */
  queue: Statement[]
  failure: { error: unknown } | null
  /** The commit that went with the last statement. */
  ended: Promise<Result> | null
}

/**
 * The pool with less to say to the database: a statement is parsed and planned once per connection;
 * within a transaction the beginning, plain inserts and commands whose answer nobody reads are
 * answered at once and travel with the next statement whose answer counts, the commit at the latest;
 * the commit itself with a statement that is said to be the last. The first statement of a
 * transaction that fails fails all that follow and the commit, with its own error, which names its
 * SQL: a transaction that was committed did all it was asked. The pool must be one that pipelines.
 */
export function pipelinedPool(pool: Pool): PostgresPool {
  const pipelined = new WeakMap<PoolClient, PostgresPoolClient>()
  const names = preparedNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = pipelined.get(client) ?? pipelinedClient(client, names)
      pipelined.set(client, known)
      return known
    },
  }
}

function preparedNames(): PreparedNames {
  const names = new Map<string, string>()
  let age = 0
  return {
    of(text) {
      const name =
        names.get(text) ??
        (names.size < MAX_PREPARED ? `farmstand_${age}_${names.size}` : undefined)
      if (name) names.set(text, name)
      return name
    },
    renew() {
      names.clear()
      age++
    },
  }
}

function pipelinedClient(client: PoolClient, names: PreparedNames): PostgresPoolClient {
  const connection: Connection = { client, names, ...NO_TRANSACTION, queue: [] }
  const query = (text: string, values: readonly unknown[] = []) => run(connection, { text, values })
  return {
    query: query as PostgresPoolClient['query'],
    release(destroy) {
      forgetTransaction(connection)
      client.release(destroy)
    },
  }
}

async function run(connection: Connection, statement: Statement): Promise<Result> {
  if (isBegin(statement)) return begin(connection, statement)
  if (isEnd(statement)) return end(connection, statement)
  const { isInTransaction, queue, failure } = connection
  if (failure) throw failure.error
  if (connection.ended) throw new Error('A statement followed the last one of its transaction.')
  if (isInTransaction && statement.text.endsWith(LAST)) return sendLast(connection, statement)
  if (isInTransaction && queue.length < MAX_QUEUED && isPlain(statement)) {
    queue.push(statement)
    return ANSWERED_AT_ONCE
  }
  try {
    return await send(connection, statement)
  } catch (error) {
    if (!isOutdated(error)) throw error
    connection.names.renew()
    if (isInTransaction) throw error
    return send(connection, statement)
  }
}

const NO_TRANSACTION = { isInTransaction: false, failure: null, ended: null }

function begin(connection: Connection, statement: Statement): Result {
  Object.assign(connection, { ...NO_TRANSACTION, isInTransaction: true, queue: [statement] })
  return ANSWERED_AT_ONCE
}

async function end(connection: Connection, statement: Statement): Promise<Result> {
  const isCommit = statement.text === 'commit'
  if (connection.ended) return endEarly(connection, connection.ended, isCommit)
  const [first] = connection.queue
  if (!isCommit) connection.queue = []
  if (first && isBegin(first) && connection.queue.length <= 1) {
    forgetTransaction(connection)
    return ANSWERED_AT_ONCE
  }
  const ended = await send(connection, statement)
  // An aborted transaction is only rolled back by its commit, which PostgreSQL does not call an
  // error.
  if (isCommit && connection.failure) throw connection.failure.error
  forgetTransaction(connection)
  return ended
}

function sendLast(connection: Connection, statement: Statement): Promise<Result> {
  const sent = send(connection, statement)
  connection.ended = send(connection, { text: 'commit', values: [] })
  connection.ended.catch(() => {})
  return sent
}

async function endEarly(
  connection: Connection,
  ended: Promise<Result>,
  isCommit: boolean,
): Promise<Result> {
  const result = await ended
  const { failure } = connection
  forgetTransaction(connection)
  if (isCommit && failure) throw failure.error
  if (!isCommit && !failure)
    throw new Error('The transaction was committed with its last statement.')
  return result
}

function forgetTransaction(connection: Connection): void {
  Object.assign(connection, { ...NO_TRANSACTION, queue: [] })
}

/** Sends a statement behind those that are queued, all in one packet with what else is asked in this turn. */
function send(connection: Connection, statement: Statement): Promise<Result> {
  const { stream } = connection.client.connection
  const queued = connection.queue
  connection.queue = []
  stream.cork()
  process.nextTick(() => stream.uncork())
  for (const one of queued) submit(connection, one).catch(() => {})
  return submit(connection, statement)
}

/** @throws the transaction's first failure, where PostgreSQL only says "aborted" */
async function submit(connection: Connection, { text, values }: Statement): Promise<Result> {
  const { client, names } = connection
  const name = values.length > 0 ? names.of(text) : undefined
  try {
    return await client.query({ text, values: [...values], ...(name && { name }) })
  } catch (error) {
    nameStatement(error, text)
    if (connection.isInTransaction) connection.failure ??= { error }
    throw connection.failure?.error ?? error
  }
}

const ANSWERED_AT_ONCE: Result = { command: 'BEGIN', rowCount: 0, rows: [] }

function isBegin({ text }: Statement): boolean {
  return text === 'begin' || text.startsWith('start transaction')
}

function isEnd({ text }: Statement): boolean {
  return text === 'commit' || text === 'rollback'
}

/** Whether nobody needs a statement's answer, but that it was carried out. */
function isPlain({ text }: Statement): boolean {
  if (text.startsWith('set local') || text.endsWith(UNREAD)) return true
  return text.startsWith('insert into') && !/\b(?:returning|on conflict)\b/.test(text)
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === OUTDATED_PLAN
}
