import type { StallCommandDraft } from '#contract/market/commands.ts'
import { STALL_PICTURES } from '#contract/market/stall-page.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { changeStall, readStall, showNoted, stallStore, writeDraft } from './hub.ts'
import type { Draft, OutboxRow } from './store/stored.ts'
import { sendSoon } from './sync/start-sending.ts'

type ByPhone = 'id' | 'seq' | 'madeAt' | 'marketDayId' | 'by'
type WithoutPhone<Command> = Command extends unknown ? Omit<Command, ByPhone> : never

/** What a screen says happened. The phone adds number, time, market day and person. */
export type NewCommand = WithoutPhone<StallCommandDraft>

type NoteOptions = {
  /** Made when the draft begins, so that two taps are one command. */
  id: string
  draft?: string
}

/**
 * True once it is on the phone's disk; only then may a screen say it is saved. False when the phone
 * is out of space: the page then says so itself, and what was typed stays.
 */
export async function note(command: NewCommand, { id, draft }: NoteOptions): Promise<boolean> {
  const { phone, unsaved } = readStall()
  const marketDayId = phone?.marketDayId
  if (!phone || marketDayId == null) throw new Error('No market day is chosen on this phone.')
  const by = phone.by ?? phone.grant?.person.id
  const whole: OutboxRow['command'] = {
    ...command,
    id,
    seq: phone.nextSeq,
    madeAt: new Date().toISOString(),
    marketDayId,
    ...(by === undefined ? {} : { by }),
  }
  const written = await write(whole, draft ?? null)
  const isSaved = written !== 'no room'
  const others = unsaved.filter((one) => one.id !== id)
  const { drafts } = readStall()
  const left = isSaved && draft ? drafts.filter(({ key }) => key !== draft) : drafts
  changeStall({ unsaved: isSaved ? others : [...others, whole], drafts: left })
  if (isSaved) {
    if (written) showNoted(written)
    // Draws the box as given, and takes the next quick tap, before the phone gets busy with the
    // network.
    setTimeout(sendSoon, SEND_AFTER)
  }
  return isSaved
}

/** In ms. */
const SEND_AFTER = 300

/** When space runs out, pictures go first: only they can be downloaded again. */
async function write(
  command: OutboxRow['command'],
  draft: string | null,
): Promise<OutboxRow | null | 'no room'> {
  const store = await stallStore()
  try {
    return await store.note(command, draft)
  } catch {
    await caches?.delete(STALL_PICTURES).catch(() => false)
  }
  return store.note(command, draft).catch(() => 'no room' as const)
}

/** Stores what is being picked or typed under this key; survives a reload. Returns its id. */
export function storeDraft(key: string, value: unknown): string {
  const { drafts } = readStall()
  const before = drafts.find((one) => one.key === key)
  const draft: Draft = { key, id: before?.id ?? newUuid(), value }
  changeStall({ drafts: [...drafts.filter((one) => one !== before), draft] })
  void writeDraft((store) => store.storeDraft(draft))
  return draft.id
}

export function dropDraft(key: string): void {
  changeStall({ drafts: readStall().drafts.filter((one) => one.key !== key) })
  void writeDraft((store) => store.dropDraft(key))
}
