import { readStall } from './hub.ts'
import { sendingOf } from './sync/send-outbox.ts'

/** For the desk: same commands, same ids, so each takes effect once. */
export function saveAsFile(): void {
  const { phone, outbox, unsaved } = readStall()
  if (!phone) return
  const loose = unsaved.map((command, place) => {
    const seq = phone.nextSeq + place
    return { id: command.id, seq, command: { ...command, seq } }
  })
  const file = sendingOf(phone, { batch: [...outbox, ...loose], waiting: 0, now: new Date() })
  const day = file.sentAt.slice(0, 10)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }),
  )
  link.download = `stall-${day}-${phone.deviceId.slice(0, 8)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
