import type { StallCommandDraft } from '#contract/market/commands.ts'
import { STALL_PICTURES } from '#contract/market/stall-page.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { changeStall, readStall, showNoted, stallStore, writeDraft } from './hub.ts'
import type { Draft, OutboxRow } from './store/stored.ts'
import { sendSoon } from './sync/start-sending.ts'

type ByPhone = 'id' | 'seq' | 'madeAt' | 'marketDayId' | 'by'
type WithoutPhone<Command> = Command extends unknown ? Omit<Command, ByPhone> : never

/** What a screen says happened; number, time, market day and person are the phone's to add. */
export type NewCommand = WithoutPhone<StallCommandDraft>

type NoteOptions = {
  /** Made when the draft began, so that two taps are one command. */
  id: string
  draft?: string
}

/**
 * Writes down what happened. True once it is on the phone's disk, and only then may a screen say that it is saved;
 * false where the phone has no room for it: the page says so itself, and what was typed stays.
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
    // The box is drawn as given, and the next tap of a quick hand taken, before the phone is busy with the network.
    setTimeout(sendSoon, SEND_AFTER)
  }
  return isSaved
}

/** In ms. */
const SEND_AFTER = 300

/** Without room the pictures go first: they are the only thing on the phone that can be had again. */
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

/** Begins or goes on with what is being picked or typed under this key; it outlives a reload. Answers its id. */
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
