import pg from 'pg'
import { createDatabase, dropDatabase } from './postgres.ts'

/** Bytes a copy may grow: deleted rows stay on disk, and the planner counts them. */
const MAX_GROWTH = 1024 * 1024

/**
 * Every table, trigger and constraint, and whether tables were analyzed: it differs after a test
 * that changed any.
 */
const FINGERPRINT = `
  select md5(concat(
    (select string_agg(concat(c.oid, c.relname, c.relnatts, n.nspname), ',' order by c.oid)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid >= 16384),
    (select string_agg(concat(oid, conname), ',' order by oid) from pg_constraint where oid >= 16384),
    (select string_agg(concat(oid, tgname, tgenabled), ',' order by oid) from pg_trigger where not tgisinternal),
    (select string_agg(setconfig::text, ',' order by setdatabase) from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database())),
    (select count(*) from pg_statistic where starelid >= 16384)
  )) as fingerprint, pg_database_size(current_database()) as size`

const END_OTHERS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** `keeper` stays connected: a new connection reads the catalog again, a third of a test's cost. */
type Copy = { name: string; url: string; keeper: pg.Client | null }

type State = { fingerprint: string; size: number }
type Reset = { state: State; statements: string }

export type ReusedDatabase = { url: string; giveBack(): Promise<void> }

/**
 * Copies of one template: each serves many tests, and is like the template whenever a test gets it.
 * A new one has no earlier rows, not even on disk, where the planner would count them.
 */
export function reusedDatabases(adminUrl: string, template: { name: string; url: string }) {
  const free: Copy[] = []
  let made = 0
  let reset: Promise<Reset> | null = null
  return async (isNew = false): Promise<ReusedDatabase> => {
    reset ??= withClient(template.url, readReset)
    await reset
    const name = `farmstand_${process.pid}_${made++}`
    const database: Copy = (isNew ? undefined : free.pop()) ?? {
      name,
      url: await createDatabase(adminUrl, name, template.name),
      keeper: null,
    }
    return {
      url: database.url,
      async giveBack() {
        const { state, statements } = await (reset ??
          Promise.reject(new Error('No template was read.')))
        const isReset = async () => {
          database.keeper ??= await connect(database.url)
          await database.keeper.query(END_OTHERS)
          const { fingerprint, size } = await readState(database.keeper)
          if (fingerprint !== state.fingerprint || size > state.size + MAX_GROWTH) return false
          await database.keeper.query(statements)
          return true
        }
        if (await isReset().catch(() => false)) free.push(database)
        else await dropDatabase(adminUrl, database.name)
      },
    }
  }
}

async function readReset(client: pg.Client): Promise<Reset> {
  const state = await readState(client)
  const tables: { name: string }[] = (
    await client.query(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
  ).rows
  const statements = ['begin', 'set local session_replication_role = replica']
  for (const { name } of tables) statements.push(`delete from ${name}`)
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
    )
    const stored = String(rows[0].rows)
    if (stored === '[]') continue
    statements.push(
      `insert into ${name} overriding system value
       select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(stored)})`,
    )
  }
  const { rows: counters } = await client.query(
    `select quote_ident(sequencename) as name, start_value, last_value from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, start_value, last_value } of counters)
    statements.push(
      `select setval('${name}', ${last_value ?? start_value}, ${last_value !== null})`,
    )
  return { state, statements: [...statements, 'commit'].join(';\n') }
}

async function readState(client: pg.Client): Promise<State> {
  const { rows } = await client.query(FINGERPRINT)
  return { fingerprint: String(rows[0].fingerprint), size: Number(rows[0].size) }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
