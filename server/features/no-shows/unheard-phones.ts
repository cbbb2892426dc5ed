import { farmDates } from '#contract/time/date-format.ts'
import { recordChange } from '#server/core/audit.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { changeOfDay, requireDay } from '#server/features/calendar/choose-day.ts'
import { listUnheardPhones, type PhoneOfDay } from '#server/features/calendar/phones-of-day.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'

/** Nobody is a no-show while a phone may know better. @throws Refusal 'phones-unheard' */
export async function requireReports(db: Db, dayId: number): Promise<void> {
  const [phone, ...others] = await listUnheardPhones(db, [dayId])
  if (!phone) return
  const more =
    others.length > 0 ? ` Also not heard from: ${others.map(({ label }) => label).join(', ')}.` : ''
  const message = `${await unheard(db, phone)}${more} It may still hold orders you handed out. Connect it to the internet, or continue without it.`
  throw new Refusal('phones-unheard', message)
}

async function unheard(db: Db, { label, heardAt, waiting }: PhoneOfDay): Promise<string> {
  if (heardAt === null) return `${label} has not been heard from since it left for the market.`
  const { formatMoment } = farmDates(await readTimeZone(db))
  const when = formatMoment(heardAt)
  return waiting > 0
    ? `${label} said on ${when} that it has ${waiting} more to send.`
    : `${label} has not been heard from since the market closed; the last time was ${when}.`
}

/** Anything still on the phone is accepted if it arrives later. @throws Refusal 'not-found' */
export function goOnWithout({ db, now }: DbAndClock, dayId: number, phoneId: string) {
  return write(db, async (tx) => {
    const day = await requireDay(tx, dayId)
    const phones = tx.selectFrom('stall_phones').select('label').where('id', '=', phoneId)
    const phone = await phones.executeTakeFirst()
    if (!phone) noSuch('such phone')
    const at = now()
    const row = { market_day_id: dayId, phone_id: phoneId, at: at.toISOString() }
    const made = await tx
      .insertInto('stall_written_off')
      .values(row)
      .onConflict((known) => known.doNothing())
      .executeTakeFirst()
    if ((made.numInsertedOrUpdatedRows ?? 0n) === 0n) return
    const after = { phone: phone.label }
    await recordChange(tx, changeOfDay(day, { action: 'phone written off', after }), at)
  })
}
