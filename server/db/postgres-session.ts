import type { Client, ClientConfig } from 'pg'
import { OwnerError } from '#server/config/config.ts'
import { type Primary, TIMELINE } from './primary.ts'

/** In ms. */
const MAX_STATEMENT = 15_000

/** In ms: how long a pooler may take to give the second connection. */
const MAX_WAIT = 5000

/** Shared by open servers; held alone by a restore. */
export const SHOP_LOCK = 726_575

export type Visitor = 'server' | 'command'

/**
 * Set in the session, since PgBouncer drops settings sent with the connection. Commits wait for the
 * disk and a synchronous standby, whatever the database's default. Looking a row up costs little
 * more than reading on, as on any solid-state disk: else figures of a month would read all years.
 */
const SETTINGS = `set_config('default_transaction_read_only', 'on', false),
  set_config('statement_timeout', '${MAX_STATEMENT}', false),
  set_config('random_page_cost', '1.1', false),
  set_config('idle_in_transaction_session_timeout', '${2 * MAX_STATEMENT}', false),
  set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
    when 'local' then 'on' else current_setting('synchronous_commit') end, false)`

/** An open server holds this lock on at least one connection. */
const SIGN: Record<Visitor, string> = {
  server: `, pg_try_advisory_lock_shared(${SHOP_LOCK})`,
  command: '',
}

/** Prepares connections for the shop. @throws OwnerError; an Error with code STANDBY */
export function sessionOpener(primary: Primary, who: Visitor) {
  let isLasting: Promise<void> | null = null
  return async (client: Client, config: ClientConfig): Promise<void> => {
    isLasting ??= requireLasting(client, config)
    await isLasting.catch((error: unknown) => {
      isLasting = null
      throw error
    })
    const { rows } = await client.query<{ timeline: number | null }>(
      `select ${TIMELINE} as timeline, ${SETTINGS}${SIGN[who]}`,
    )
    const timeline = rows[0]?.timeline ?? null
    if (timeline === null || timeline < primary.timeline())
      throw Object.assign(new Error('This PostgreSQL is not the primary.'), { code: 'STANDBY' })
  }
}

async function requireLasting(client: Client, config: ClientConfig): Promise<void> {
  const first = await processOf(client)
  // Same process ID, so a direct connection.
  if (first === (client as Client & { processID?: number }).processID) return
  const { default: pg } = await import('pg')
  const other = new pg.Client({ ...config, query_timeout: MAX_WAIT })
  other.on('error', () => {})
  try {
    await other.connect()
    const second = await processOf(other)
    if (first !== second && first === (await processOf(client))) return
  } catch (error) {
    if (!/timeout/.test(String(error))) throw error
    throw new OwnerError(
      'DATABASE_URL: the pooler that answers there has one connection for the shop at most. Give it more (PgBouncer: pool_size), or name PostgreSQL itself.',
    )
  } finally {
    void other.end().catch(() => {})
  }
  throw new OwnerError(
    'DATABASE_URL: a pooler answers there that lends its connections for one transaction each. The shop locks and listens for as long as it is open: set pool_mode = session for its database (PgBouncer), or name PostgreSQL itself.',
  )
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
