import type { StallStore } from '#web/stall/store/indexed-store.ts'
import type { Change, Command, OutboxRow, Phone, SentRow } from '#web/stall/store/stored.ts'
import { STORE_VERSION } from '#web/stall/store/stored.ts'

type Kept = StallStore & { note(command: Command): void; empty(): void }

/** A phone's storage in memory; each function is atomic, like a transaction. */
export function aStoreInMemory(deviceId: string): Kept {
  let phone: Phone = {
    ...{ version: STORE_VERSION, deviceId, nextSeq: 1, step: 0, grant: null, heardAt: null },
    ...{ isEnded: false, marketDayId: null, by: null, gone: [], lost: 0 },
  }
  const outbox = new Map<string, OutboxRow>()
  const sent = new Map<string, SentRow>()
  const bySeq = <Row extends { seq: number }>(rows: Iterable<Row>) =>
    [...rows].sort((one, other) => one.seq - other.seq)
  return {
    /** Stores it under the next number; a repeat is ignored. */
    note(command) {
      if (outbox.has(command.id) || sent.has(command.id)) return
      const seq = phone.nextSeq
      outbox.set(command.id, { id: command.id, seq, command: { ...command, seq } })
      phone = { ...phone, nextSeq: seq + 1 }
    },
    /** As if a browser dropped the answered notes and nothing else. */
    empty: () => sent.clear(),
    phone: async () => phone,
    outbox: async () => bySeq(outbox.values()),
    sent: async () => bySeq(sent.values()),
    async apply({ toSent, toOutbox, forget, phone: change }: Change) {
      for (const row of toSent) {
        outbox.delete(row.id)
        sent.set(row.id, row)
      }
      for (const row of toOutbox) {
        sent.delete(row.id)
        outbox.set(row.id, row)
      }
      for (const id of forget) sent.delete(id)
      phone = { ...phone, ...change }
    },
  }
}
