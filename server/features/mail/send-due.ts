import { snapshot, write } from '#server/db/write.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The pauses after the first, second, … failed try; after the last one it stays at that. In milliseconds. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY]

/** A mail that cannot be sent for so long is given up, in milliseconds. */
const LONGEST = 3 * DAY

/** A mail that was begun and not marked for so long is begun again, in milliseconds; longer than any mail may take. */
const BEGUN = 2 * MINUTE

/** A round ends after so many failures in a row: the mail server may be away. */
const MOST_FAILURES = 3

export type WaitingMail = { id: number; attempts: number; created_at: string }

export type MailChange = {
  attempts?: number
  due_at?: string
  sent_at?: string | null
  given_up_at?: string | null
  last_error?: string | null
}

export type MailLine<M extends WaitingMail> = {
  what: string
  /** One round sends at most so many, and begins none after so many milliseconds. */
  mostAtOnce: number
  longestRound: number
  findDue: (shop: Shop) => Promise<M | null>
  /** Changes a mail that is still as it was seen: not sent, not given up, and tried as often. False when someone else has it. */
  change: MakeChange<M>
  /** Until when a mail has to wait although it is due, and why; null: it need not. */
  heldBack?: (shop: Shop, mail: M) => Promise<{ until: Date; why: string } | null>
  /** What is sent; null when nobody is to get it any more. Read in one snapshot. */
  letterOf: ReadLetter<M>
}

type Db = Shop['db']
type MakeChange<M> = (tx: Db, mail: M, change: MailChange) => Promise<boolean>
type ReadLetter<M> = (db: Db, mail: M, shop: Shop) => Promise<Letter | null>

const rounds = new WeakMap<Shop, Map<unknown, Promise<void>>>()

/**
 * Sends every mail of a line that is due, one after the other. Each is claimed before it is sent and marked after, so that a crash
 * between the two sends the same message (the same Message-ID) again, and never leaves one out. Without a mail server they wait.
 */
export function sendDue<M extends WaitingMail>(shop: Shop, line: MailLine<M>): Promise<void> {
  if (!shop.mail) return Promise.resolve()
  const mailer = shop.mail
  const lines = rounds.get(shop) ?? new Map<unknown, Promise<void>>()
  rounds.set(shop, lines)
  const round = (lines.get(line) ?? Promise.resolve()).then(() => sendRound(shop, mailer, line))
  lines.set(
    line,
    round.catch(() => undefined),
  )
  return round
}

async function sendRound<M extends WaitingMail>(shop: Shop, mailer: Mailer, line: MailLine<M>): Promise<void> {
  const end = shop.now().getTime() + line.longestRound
  let failures = 0
  for (let count = 0; count < line.mostAtOnce && failures < MOST_FAILURES && shop.now().getTime() <= end; count++) {
    const due = await line.findDue(shop)
    if (!due) return
    const mail = await claim(shop, line, due)
    if (mail) failures = (await sendOne(shop, mailer, { line, mail })) ? 0 : failures + 1
  }
}

/** Takes a mail for this process, or puts it off while it is held back. Null: not now. */
async function claim<M extends WaitingMail>(shop: Shop, line: MailLine<M>, mail: M): Promise<M | null> {
  const held = (await line.heldBack?.(shop, mail)) ?? null
  if (held) {
    await putOff(shop, { line, mail }, held)
    return null
  }
  const attempts = mail.attempts + 1
  const due_at = new Date(shop.now().getTime() + BEGUN).toISOString()
  return (await write(shop.db, (tx) => line.change(tx, mail, { attempts, due_at }))) ? { ...mail, attempts } : null
}

type Turn<M extends WaitingMail> = { line: MailLine<M>; mail: M }

/** False when it has to be tried again. */
async function sendOne<M extends WaitingMail>(shop: Shop, mailer: Mailer, { line, mail }: Turn<M>): Promise<boolean> {
  let letter: Letter | null = null
  try {
    letter = await snapshot(shop.db, (db) => line.letterOf(db, mail, shop))
    if (letter) await mailer.send(letter)
  } catch (error) {
    shop.report(line.what, error)
    const pause = PAUSES[Math.min(mail.attempts, PAUSES.length) - 1] ?? DAY
    await putOff(shop, { line, mail }, { until: new Date(shop.now().getTime() + pause), why: wordsOf(error) })
    return false
  }
  const at = shop.now().toISOString()
  const change = { ...(letter ? { sent_at: at } : { given_up_at: at }), last_error: null }
  await write(shop.db, (tx) => line.change(tx, mail, change))
  return true
}

async function putOff<M extends WaitingMail>(
  shop: Shop,
  { line, mail }: Turn<M>,
  { until, why }: { until: Date; why: string },
): Promise<void> {
  const isTooLate = until.getTime() > Date.parse(mail.created_at) + LONGEST
  const given_up_at = isTooLate ? shop.now().toISOString() : null
  const change = { due_at: until.toISOString(), given_up_at, last_error: why }
  await write(shop.db, (tx) => line.change(tx, mail, change))
}

export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300)
}
