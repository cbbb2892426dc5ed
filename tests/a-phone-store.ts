import type {
  Change,
  Command,
  OutboxRow,
  Phone,
  SentRow,
  StallStore,
} from '#web/stall/store/stored.ts'
import { STORE_VERSION } from '#web/stall/store/stored.ts'

const bySeq = (a: OutboxRow, b: OutboxRow) => a.seq - b.seq

/** The store of a phone, in memory: the same transactions as the browser's. */
export function aPhoneStore(deviceId: string) {
  let phone: Phone = {
    ...{ version: STORE_VERSION, deviceId, nextSeq: 1, step: 0, grant: null, heardAt: null },
    ...{ isEnded: false, marketDayId: null, by: null, gone: [], lost: 0 },
  }
  const outbox = new Map<string, OutboxRow>()
  const sent = new Map<string, SentRow>()
  const store: StallStore & { note(command: Command): Promise<void>; empty(): void } = {
    phone: async () => phone,
    changePhone: async (change) => {
      phone = { ...phone, ...change }
    },
    outbox: async () => [...outbox.values()].sort(bySeq),
    sent: async () => [...sent.values()].sort(bySeq),
    apply: async (change: Change) => {
      for (const row of change.toSent) {
        sent.set(row.id, row)
        outbox.delete(row.id)
      }
      for (const id of change.forget) sent.delete(id)
      for (const row of change.toOutbox) {
        outbox.set(row.id, row)
        sent.delete(row.id)
      }
      phone = { ...phone, ...change.phone }
    },
    /** Keeps it under the next number; the same one twice is once. */
    note: async (command) => {
      if (outbox.has(command.id) || sent.has(command.id)) return
      const seq = phone.nextSeq
      outbox.set(command.id, { id: command.id, seq, command: { ...command, seq } })
      phone = { ...phone, nextSeq: seq + 1 }
    },
    /** As after a browser threw away what was answered, and nothing else. */
    empty: () => sent.clear(),
  }
  return store
}
