import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { commitsIn, storeNote } from '#tests/notes.ts'
import { write } from './write.ts'

const CROWD = Array.from({ length: 30 }, (_, index) => `note-${index}`)

/** Reads committed rows over its own connection. */
function witness(dataDir: string): () => string[] {
  const database = new DatabaseSync(join(dataDir, 'shop.db'), { readOnly: true })
  onTestFinished(() => database.close())
  const notes = database.prepare(
    `select key from shop_memory where key like 'note-%' order by rowid`,
  )
  return () => notes.all().map(({ key }) => String(key))
}

describe.skipIf(inject('postgresUrl') !== undefined)(
  'transactions that come together on SQLite',
  () => {
    test('wait for the disk together, and none is answered before its commit', async () => {
      const { db, config } = await aShop()
      const committed = witness(config.dataDir)
      const before = commitsIn(config.dataDir)
      const seen = await Promise.all(
        CROWD.map(async (note) => {
          await write(db, (tx) => storeNote(tx, note))
          return committed().includes(note)
        }),
      )
      expect(seen).toEqual(CROWD.map(() => true))
      expect(commitsIn(config.dataDir) - before).toBeLessThanOrEqual(3)
    })

    test('are committed within the turn where one comes alone', async () => {
      const { db, config } = await aShop()
      await write(db, (tx) => storeNote(tx, 'note-0'))
      const before = commitsIn(config.dataDir)
      const alone = write(db, (tx) => storeNote(tx, 'note-1'))
      await turn()
      await turn()
      expect(commitsIn(config.dataDir) - before).toBe(1)
      await alone
    })

    test('fail alone: what the others did is kept', async () => {
      const { db, config } = await aShop()
      const done = await Promise.allSettled(
        CROWD.map((note, index) =>
          write(db, async (tx) => {
            await storeNote(tx, note)
            if (index % 3 === 0) throw new Error('changed my mind')
          }),
        ),
      )
      expect(done.map(({ status }) => status === 'fulfilled')).toEqual(
        CROWD.map((_, index) => index % 3 !== 0),
      )
      expect(witness(config.dataDir)()).toEqual(CROWD.filter((_, index) => index % 3 !== 0))
    })

    test('do not answer that they failed before what they saw is committed', async () => {
      const { db, config } = await aShop()
      const committed = witness(config.dataDir)
      const first = write(db, (tx) => storeNote(tx, 'note-1'))
      const second = write(db, (tx) => storeNote(tx, 'note-1')).catch(() => committed())
      expect([await second, await first]).toEqual([['note-1'], expect.anything()])
    })

    test('keep what they can when one of them fills the disk', async () => {
      const { db, config } = await aShop()
      const fill = write(db, async (tx) => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
        await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(tx)
        await storeNote(tx, 'note-long', 'x'.repeat(1_000_000))
      })
      const others = ['note-1', 'note-2'].map((note) => write(db, (tx) => storeNote(tx, note)))
      await expect(fill).rejects.toThrow(/full/)
      await Promise.all(others)
      expect(witness(config.dataDir)()).toEqual(['note-1', 'note-2'])
    })
  },
)
