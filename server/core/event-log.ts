import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { listenForNotify } from '../db/postgres-notify.ts'
import { addEventOutbox, type Db, publish, type ShopEvent, write } from '../db/write.ts'

/** In ms. */
const POLL_INTERVAL = 1000

/** In ms. A notification in each commit would make orders wait. */
const MIN_PAUSE = 100

/** In ms. A process that hasn't read for half of it has missed some. */
const EVENT_RETENTION = 10 * 60_000

/** In ms. By then every process has seen a change, whatever the clocks say. */
export const EVENT_LAG = 5000

const CHANNEL = 'farmstand_news'

/**
 * Shares events among processes on one PostgreSQL. They are stored in the transaction they belong
 * to and announced after its commit; what guarantees delivery is polling every second.
 */
export async function followEventLog(
  db: Db,
  url: string,
  report: (what: string, error: unknown) => void,
): Promise<{ look(): Promise<void>; stop(): Promise<void> }> {
  const self = randomUUID()
  const reader = eventReader(db, self, await oldestOpen(db))
  const look = () =>
    reader.look().catch((error: unknown) => report('look for events of other processes', error))
  const notifier = createNotifier(() => sql`select pg_notify(${CHANNEL}, ${self})`.execute(db))
  addEventOutbox(db, {
    append: (tx, events) => appendEvents(tx, self, events),
    notify: notifier.notify,
  })
  const listener = listenForNotify(url, CHANNEL, (source) => {
    if (source !== self) void look()
  })
  const looking = setInterval(look, POLL_INTERVAL).unref()
  const forgetting = setInterval(
    () => forgetEvents(db).catch((error: unknown) => report('forget old events', error)),
    EVENT_RETENTION,
  ).unref()
  return {
    look: reader.look,
    async stop() {
      clearInterval(looking)
      clearInterval(forgetting)
      notifier.stop()
      await listener.stop()
      await reader.done()
    },
  }
}

async function appendEvents(tx: Db, source: string, events: ShopEvent[]): Promise<void> {
  await tx
    .insertInto('news')
    .values({
      transaction_id: sql`pg_current_xact_id()::text::bigint`,
      teller: source,
      events: JSON.stringify(events),
      told_at: sql`extract(epoch from now()) * 1000`,
    })
    .execute()
}

export async function forgetEvents(db: Db): Promise<void> {
  await write(db, (tx) =>
    tx
      .deleteFrom('news')
      .where('told_at', '<', sql<number>`extract(epoch from now()) * 1000 - ${EVENT_RETENTION}`)
      .execute(),
  )
}

/** Everything before the oldest open transaction is settled. */
const OLDEST_OPEN = sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

async function oldestOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ oldest: number }>`select ${OLDEST_OPEN} as oldest`.execute(db)
  return rows[0]?.oldest ?? 0
}

type LoggedEvents = { oldest: number; id: number | null; teller: string; events: ShopEvent[] }

/**
 * Reads other processes' events once each. Transactions commit out of order, so it starts from the
 * oldest one open last time and skips what it has read.
 */
function eventReader(db: Db, self: string, from: number) {
  let [since, lookedAt] = [from, performance.now()]
  let read = new Set<number>()
  let running: Promise<void> | null = null
  let isWanted = false

  async function lookOnce(): Promise<void> {
    const at = performance.now()
    const { rows } = await sql<LoggedEvents>`select moment.oldest, news.id, news.teller, news.events
      from (select ${OLDEST_OPEN} as oldest) as moment left join news on news.transaction_id >= ${since}
      order by news.id`.execute(db)
    const isLate = at - lookedAt > EVENT_RETENTION / 2
    const before = read
    since = rows[0]?.oldest ?? since
    read = new Set(rows.flatMap(({ id }) => id ?? []))
    lookedAt = at
    const fresh = rows.filter(({ id, teller }) => id !== null && !before.has(id) && teller !== self)
    const events: ShopEvent[] = fresh.flatMap(({ events }) => events)
    if (isLate) events.push({ kind: 'missed' })
    if (events.length > 0) publish(db, events)
  }

  async function lookWhileWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await lookOnce()
    }
  }

  return {
    look(): Promise<void> {
      isWanted = true
      running ??= lookWhileWanted().finally(() => {
        running = null
      })
      return running
    },
    done: () => running?.catch(() => {}) ?? Promise.resolve(),
  }
}

function createNotifier(send: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | null = null
  let isWanted = false
  function notify(): void {
    if (timer) {
      isWanted = true
      return
    }
    // A process that misses the notification polls anyway.
    void send().catch(() => {})
    timer = setTimeout(() => {
      timer = null
      if (isWanted) notify()
      isWanted = false
    }, MIN_PAUSE).unref()
  }
  return {
    notify,
    stop: () => clearTimeout(timer ?? undefined),
  }
}
