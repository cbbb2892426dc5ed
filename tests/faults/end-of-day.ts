import type { Db } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { type Arrived, headerOf } from '../a-mail-server.ts'
import { type Hold, whatIsWrong } from '../books.ts'

/**
 * What the mail server got, and the outbox's mails begun but not marked when a process was killed:
 * only those may arrive twice, as the same message.
 */
export type Post = { arrived: Arrived[]; cutOff: string[] }

/** Mails a gone process had begun, whether or not the mail server took them. */
export async function begunMails(db: Db): Promise<string[]> {
  const begun = await db
    .selectFrom('outbox')
    .select('uuid')
    .where('attempts', '>', 0)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
  return begun.map(({ uuid }) => uuid)
}

export type Stored = Hold & { refunded: number }

/**
 * What's wrong with a shop after its trouble, in words: stock, orders and money must agree, no hold
 * may be left, captures and orders match one to one, and each mail was sent once. Holds default to
 * the sandbox's.
 */
export async function whatWentWrong(
  db: Db,
  post: Post | null,
  given?: Stored[],
): Promise<string[]> {
  const holds = given ?? (await storedInSandbox(db))
  const books = (await checkBooks(db)).map(({ message: text }) => text)
  const left = holds
    .filter(({ status }) => status === 'requires_capture')
    .map(({ id }) => `still held: ${id}`)
  const mails = post ? await wrongMails(db, post) : []
  return [
    ...(await whatIsWrong(db, holds)),
    ...books,
    ...left,
    ...(await wrongPayments(db, holds)),
    ...mails,
  ]
}

async function storedInSandbox(db: Db): Promise<Stored[]> {
  const refunds = await db.selectFrom('sandbox_refunds').selectAll().execute()
  return (await db.selectFrom('sandbox_intents').selectAll().execute()).map((hold) => ({
    ...hold,
    refunded: sum(refunds.filter((refund) => refund.intent_id === hold.id)),
  }))
}

function sum(amounts: { amount_cents: number }[]): number {
  return amounts.reduce((total, { amount_cents }) => total + amount_cents, 0)
}

async function wrongPayments(db: Db, holds: Stored[]): Promise<string[]> {
  const wrong: string[] = []
  const payments = await db.selectFrom('payments').selectAll().execute()
  const mails = await db.selectFrom('outbox').selectAll().execute()
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'succeeded')
    .execute()
  for (const { id, state, order_id, intent_id } of payments) {
    if (state === 'open') wrong.push(`payment ${id} is still open`)
    if (state !== 'captured') continue
    const given = holds.find((hold) => hold.id === intent_id)?.refunded
    const written = sum(refunds.filter((refund) => refund.payment_id === id))
    if (given !== written) wrong.push(`payment ${id}: ${given} given back, ${written} written down`)
    const kinds = mails.filter((mail) => mail.order_id === order_id).map(({ kind }) => kind)
    const confirmed = kinds.filter((kind) => kind === 'order_confirmed').length
    if (confirmed !== 1 && !(confirmed === 0 && kinds.includes('refunded')))
      wrong.push(`order ${order_id} has ${confirmed} confirmations`)
  }
  return wrong
}

async function wrongMails(db: Db, { arrived, cutOff }: Post): Promise<string[]> {
  const mails = await db.selectFrom('outbox').selectAll().execute()
  return mails.flatMap(({ uuid, kind, order_id, sent_at }) => {
    const ids = arrived
      .flatMap((mail) => headerOf(mail, 'message-id') ?? [])
      .filter((id) => id.startsWith(`<${uuid}@`))
    const copies = ids.length
    const isRight = sent_at !== null && (copies === 1 || (copies === 2 && cutOff.includes(uuid)))
    return isRight
      ? []
      : [`${kind} of order ${order_id} arrived ${copies} times${sent_at ? '' : ', not marked'}`]
  })
}
