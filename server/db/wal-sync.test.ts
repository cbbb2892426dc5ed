import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { commitsIn, storeNote } from '#tests/notes.ts'
import { isDatabaseAway } from './database-errors.ts'
import type { Db } from './tables.ts'
import { type ShopEvent, subscribe, write } from './write.ts'

const CROWD = Array.from({ length: 30 }, (_, index) => `note-${index}`)

type Disk = {
  /** Longer than a disk may take that is waited for on the spot. */
  isSlow: boolean
  /** So many syncs from now on fail. */
  failures: number
  tries: number
  /** Syncs of a slow disk that are under way. */
  waiting: ((error: Error | null) => void)[]
}

/** The syncs of this process, which a test can delay and make fail. */
function aDisk(): Disk {
  const { fdatasync, fdatasyncSync } = fs
  const disk: Disk = { isSlow: false, failures: 0, tries: 0, waiting: [] }
  Object.assign(fs, {
    fdatasyncSync(handle: number) {
      disk.tries++
      if (disk.failures-- > 0) throw new Error('EIO: i/o error, fdatasync')
      if (disk.isSlow) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4)
      fdatasyncSync(handle)
    },
    fdatasync(_: number, done: (error: Error | null) => void) {
      disk.tries++
      disk.waiting.push(done)
    },
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { fdatasync, fdatasyncSync })
    syncBuiltinESMExports()
  })
  return disk
}

/** A shop whose last three commits took the disk so long that the next syncs leave this thread. */
async function onASlowDisk() {
  const disk = aDisk()
  const { db, config } = await aShop()
  disk.isSlow = true
  for (const note of ['first', 'second', 'third']) await write(db, (tx) => storeNote(tx, note))
  const release = async () => {
    await expect.poll(() => disk.waiting.length).toBe(1)
    disk.waiting.pop()?.(null)
  }
  return { db, disk, dataDir: config.dataDir, release }
}

function notes(db: Db): Promise<string[]> {
  return sql<{ key: string }>`select key from shop_memory where key like 'note-%' order by rowid`
    .execute(db)
    .then(({ rows }) => rows.map(({ key }) => key))
}

describe.skipIf(inject('postgresUrl') !== undefined)('the disk under SQLite', () => {
  test('is waited for elsewhere while it is slow: neither a commit nor what was read of it is answered before', async () => {
    const { db, disk, release } = await onASlowDisk()
    const answered: string[] = []
    const written = write(db, (tx) => storeNote(tx, 'note-1')).then(() => answered.push('written'))
    await expect.poll(() => disk.waiting.length).toBe(1)
    const read = notes(db).then((found) => answered.push(...found))
    await pause(20)
    expect(answered).toEqual([])
    await release()
    await Promise.all([written, read])
    expect(answered.sort()).toEqual(['note-1', 'written'])
    expect(await notes(db)).toEqual(['note-1'])
  })

  test('takes all that came while it was slow in one commit', async () => {
    const { db, disk, dataDir, release } = await onASlowDisk()
    const before = commitsIn(dataDir)
    const first = write(db, (tx) => storeNote(tx, 'note-first'))
    await expect.poll(() => disk.waiting.length).toBe(1)
    const others = Promise.all(CROWD.map((note) => write(db, (tx) => storeNote(tx, note))))
    await pause(20)
    await release()
    await first
    await release()
    await others
    expect(commitsIn(dataDir) - before).toBe(2)
    expect(await notes(db)).toEqual(['note-first', ...CROWD])
  })

  test('is asked again when it failed once, and nobody notices', async () => {
    const disk = aDisk()
    const { db } = await aShop()
    const { tries } = disk
    disk.failures = 1
    await write(db, (tx) => storeNote(tx, 'note-1'))
    expect([disk.tries - tries, await notes(db)]).toEqual([2, ['note-1']])
  })

  test('that goes on failing is a "not now" for who writes and who reads; once it works again, all is there', async () => {
    const disk = aDisk()
    const { db } = await aShop()
    const received: ShopEvent['kind'][] = []
    subscribe(db, (events) => received.push(...events.map(({ kind }) => kind)))
    disk.failures = Number.POSITIVE_INFINITY
    const failed = await write(db, (tx, emit) => {
      emit({ kind: 'pages' })
      return storeNote(tx, 'note-1')
    }).catch((error: unknown) => error)
    expect([isDatabaseAway(failed), received]).toEqual([true, ['pages']])
    expect(isDatabaseAway(await notes(db).catch((error: unknown) => error))).toBe(true)
    disk.failures = 0
    expect(await notes(db)).toEqual(['note-1'])
    await write(db, (tx) => storeNote(tx, 'note-2'))
    expect(await notes(db)).toEqual(['note-1', 'note-2'])
  })
})
