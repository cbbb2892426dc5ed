import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { STALL_DATABASE } from '#contract/market/stall-page.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import {
  type Change,
  type Draft,
  type OutboxRow,
  type Phone,
  type SentRow,
  STORE_VERSION,
  type StoredDay,
} from './stored.ts'

interface Tables extends DBSchema {
  snapshot: { key: number; value: StoredDay }
  outbox: { key: string; value: OutboxRow; indexes: { seq: number } }
  draft: { key: string; value: Draft }
  sent: { key: string; value: SentRow; indexes: { seq: number } }
  meta: { key: 'phone'; value: Phone }
}

/** Written to disk before it is reported as saved. */
const STRICT = { durability: 'strict' } as const

export type IndexedStore = Awaited<ReturnType<typeof openStallStore>>

/** What sending needs of it. */
export type StallStore = Pick<IndexedStore, 'phone' | 'outbox' | 'sent' | 'apply'>

/**
 * Each function is one transaction.
 * @throws DOMException when the browser stores nothing for this page
 */
export async function openStallStore() {
  const db = await openDB<Tables>(STALL_DATABASE, STORE_VERSION, {
    upgrade: (fresh, oldVersion) => {
      if (oldVersion < 1) makeTables(fresh)
    },
    // A newer release in another tab is changing the tables, so this one closes and reloads.
    blocking: (_, __, event) => {
      const { target } = event
      if (target instanceof IDBDatabase) target.close()
    },
  })
  return {
    /** Reads without a write lock if possible, so it delays nobody's tap. */
    phone: async () => (await db.get('meta', 'phone')) ?? changePhone(db, {}),
    changePhone: async (change: Change['phone']) => void (await changePhone(db, change)),
    /** Ordered by number, lowest first, as are those sent. */
    outbox: () => db.getAllFromIndex('outbox', 'seq'),
    sent: () => db.getAllFromIndex('sent', 'seq'),
    apply: (change: Change) => apply(db, change),
    days: () => db.getAll('snapshot'),
    storeDay: async (day: StoredDay) => void (await db.put('snapshot', day)),
    drafts: () => db.getAll('draft'),
    storeDraft: async (draft: Draft) => void (await db.put('draft', draft)),
    dropDraft: (key: string) => db.delete('draft', key),
    note: (command: OutboxRow['command'], draftKey: string | null) => note(db, command, draftKey),
    forgetDays: (ids: readonly number[]) => forgetDays(db, ids),
    beginAnew: () => beginAnew(db),
  }
}

function makeTables(db: IDBPDatabase<Tables>): void {
  db.createObjectStore('snapshot', { keyPath: 'id' })
  db.createObjectStore('outbox', { keyPath: 'id' }).createIndex('seq', 'seq')
  db.createObjectStore('draft', { keyPath: 'key' })
  db.createObjectStore('sent', { keyPath: 'id' }).createIndex('seq', 'seq')
  db.createObjectStore('meta')
}

function newPhone(): Phone {
  return {
    version: STORE_VERSION,
    deviceId: newUuid(),
    nextSeq: 1,
    step: 0,
    grant: null,
    heardAt: null,
    isEnded: false,
    marketDayId: null,
    by: null,
    gone: [],
    lost: 0,
  }
}

async function changePhone(db: IDBPDatabase<Tables>, change: Change['phone']): Promise<Phone> {
  const meta = db.transaction('meta', 'readwrite', STRICT)
  const phone = { ...((await meta.store.get('phone')) ?? newPhone()), ...change }
  await meta.store.put(phone, 'phone')
  await meta.done
  return phone
}

async function apply(db: IDBPDatabase<Tables>, change: Change): Promise<void> {
  const tables = db.transaction(['outbox', 'sent', 'meta'], 'readwrite', STRICT)
  const [outbox, sent] = [tables.objectStore('outbox'), tables.objectStore('sent')]
  for (const row of change.toSent) {
    void sent.put(row)
    void outbox.delete(row.id)
  }
  for (const id of change.forget) void sent.delete(id)
  for (const row of change.toOutbox) {
    void outbox.put(row)
    void sent.delete(row.id)
  }
  const meta = tables.objectStore('meta')
  const phone = (await meta.get('phone')) ?? newPhone()
  void meta.put({ ...phone, ...change.phone }, 'phone')
  await tables.done
}

/**
 * Stores it under the next number and deletes its draft. Idempotent by id: null if a first tap has
 * stored it.
 */
async function note(
  db: IDBPDatabase<Tables>,
  command: OutboxRow['command'],
  draftKey: string | null,
): Promise<OutboxRow | null> {
  const tables = db.transaction(['outbox', 'sent', 'draft', 'meta'], 'readwrite', STRICT)
  const [outbox, meta] = [tables.objectStore('outbox'), tables.objectStore('meta')]
  const writes: Promise<unknown>[] = []
  // In parallel, because someone is waiting for the tap to register.
  const [waiting, answered, known] = await Promise.all([
    outbox.count(command.id),
    tables.objectStore('sent').count(command.id),
    meta.get('phone'),
  ])
  let row: OutboxRow | null = null
  if (waiting + answered === 0) {
    const phone = known ?? newPhone()
    const seq = phone.nextSeq
    row = { id: command.id, seq, command: { ...command, seq } }
    writes.push(outbox.add(row))
    writes.push(meta.put({ ...phone, nextSeq: seq + 1 }, 'phone'))
  }
  if (draftKey !== null) writes.push(tables.objectStore('draft').delete(draftKey))
  tables.commit()
  // Awaited together, so that when one fails, the others' failures are handled too.
  await Promise.all([...writes, tables.done])
  return row
}

/** Turns it into another phone with a new id; false if notes are still waiting on it. */
async function beginAnew(db: IDBPDatabase<Tables>): Promise<boolean> {
  const tables = db.transaction(['outbox', 'sent', 'meta'], 'readwrite', STRICT)
  const isFree = (await tables.objectStore('outbox').count()) === 0
  if (isFree) {
    void tables.objectStore('sent').clear()
    void tables.objectStore('meta').put(newPhone(), 'phone')
  }
  await tables.done
  return isFree
}

/** Also drops drafts for those days; notes stay. */
async function forgetDays(db: IDBPDatabase<Tables>, ids: readonly number[]): Promise<void> {
  const tables = db.transaction(['snapshot', 'draft'], 'readwrite', STRICT)
  const [days, drafts] = [tables.objectStore('snapshot'), tables.objectStore('draft')]
  const kept = (await days.getAll()).filter(({ id }) => !ids.includes(id))
  const names = new Set(kept.flatMap(({ id, day }) => [String(id), day.marketDay.day]))
  for (const id of ids) void days.delete(id)
  for (const key of await drafts.getAllKeys())
    if (!names.has(key.split(' ').at(-1) ?? '')) void drafts.delete(key)
  await tables.done
}
