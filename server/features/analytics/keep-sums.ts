import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Db } from '#server/db/tables.ts'
import { listen, type ShopEvent } from '#server/db/write.ts'

/** So many order numbers make a block, which is read at once; on SQLite everybody else waits meanwhile, some milliseconds. */
const BLOCK = 1000

/** Orders by their numbers, without the last one. */
export type OrderRange = { from: number; until: number }

export type Reading<T> = {
  first(db: Db): Promise<number | null>
  read(db: Db, range: OrderRange): Promise<T>
}

export type KeptSums<W, T> = { of(wanted: W): Promise<T[]>; stop(): void }

/**
 * Keeps sums over orders in memory. What is wanted of them is read when it is first asked for, block by block, and from then on only
 * where an order changed; it is forgotten when something else is wanted.
 */
export function keepSums<W extends object, T>(db: Db, readingOf: (wanted: W) => Reading<T>): KeptSums<W, T> {
  let kept: { key: string; blocks: ReturnType<typeof keepBlocks<T>> } | null = null
  return {
    of(wanted) {
      const key = JSON.stringify(wanted)
      if (kept?.key !== key) {
        kept?.blocks.stop()
        kept = { key, blocks: keepBlocks(db, readingOf(wanted)) }
      }
      return kept.blocks.upToDate()
    },
    stop: () => kept?.blocks.stop(),
  }
}

function keepBlocks<T>(db: Db, reading: Reading<T>) {
  const kept = new Map<number, T>()
  const stale = staleBlocks(db, reading)
  let running: Promise<void> | null = null

  async function readStale(): Promise<void> {
    for (const block of await stale.list()) {
      const range = { from: block * BLOCK, until: (block + 1) * BLOCK }
      await stale.unlessFailed(block, async () => {
        kept.set(block, await reading.read(db, range))
      })
      await othersTurn()
    }
  }

  return {
    async upToDate(): Promise<T[]> {
      // What is being read already may be older than what was told before this call.
      await running?.catch(() => {})
      if (stale.isAny()) {
        running ??= readStale().finally(() => {
          running = null
        })
        await running
      }
      return [...kept.values()]
    },
    stop: stale.stop,
  }
}

/** The blocks that must be read: all of them at first and when news are lost, else those of which an order was told. */
function staleBlocks(db: Db, { first }: Reading<unknown>) {
  const stale = new Set<number>()
  let isAll = true
  const stop = listen(db, (events: ShopEvent[]) => {
    for (const event of events) {
      if (event.kind === 'orders') stale.add(blockOf(event.orderId))
      if (event.kind === 'missed') isAll = true
    }
  })

  async function addAll(): Promise<void> {
    // Before it is looked how many there are: what is told from then on makes its block stale by itself.
    isAll = false
    try {
      const [from, last] = [await first(db), await lastOrder(db)]
      if (from !== null && last !== null)
        for (let block = blockOf(from); block <= blockOf(last); block++) stale.add(block)
    } catch (error) {
      isAll = true
      throw error
    }
  }

  return {
    stop,
    isAny: () => isAll || stale.size > 0,
    async list(): Promise<number[]> {
      if (isAll) await addAll()
      return [...stale]
    },
    /** Reads a block, which counts as fresh from before the database is asked: what is told meanwhile makes it stale again. */
    async unlessFailed(block: number, read: () => Promise<void>): Promise<void> {
      stale.delete(block)
      try {
        await read()
      } catch (error) {
        stale.add(block)
        throw error
      }
    },
  }
}

function blockOf(orderId: number): number {
  return Math.floor(orderId / BLOCK)
}

async function lastOrder(db: Db): Promise<number | null> {
  return (await db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? null
}
