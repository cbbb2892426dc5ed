import { type SqlBool, sql } from 'kysely'
import type { PersonToCall } from '#contract/calendar/market-day-changes.ts'
import type { DayMailKind } from '#server/db/mail-kinds.ts'
import type { Db } from '#server/db/write.ts'
import { openOrders } from '#server/features/calendar/open-orders.ts'

export type StandingOrder = { id: number; revision: number }

export async function listUnsettled(db: Db, marketDayId: number): Promise<StandingOrder[]> {
  return openOrders(db)
    .select(['id', 'revision'])
    .where('market_day_id', '=', marketDayId)
    .where('settled_at', 'is', null)
    .orderBy('id')
    .execute()
}

type Addressee = PersonToCall & { email: string; created_at: string }

/** Who is emailed, and who is called: people without an address, or all if no mail is set up. */
export type Audience = { reached: Addressee[]; toCall: PersonToCall[] }

export async function listAudience(db: Db, marketDayId: number, hasMail: boolean) {
  const addressees = await openOrders(db)
    .select(['id', 'customer_email as email', 'created_at'])
    .select(['customer_name as customerName', 'customer_phone as customerPhone'])
    .where('market_day_id', '=', marketDayId)
    .orderBy('id')
    .execute()
  return splitAudience(addressees, hasMail)
}

export function splitAudience(addressees: readonly Addressee[], hasMail: boolean): Audience {
  const isReached = ({ email }: Addressee) => hasMail && email !== ''
  return {
    reached: addressees.filter(isReached),
    toCall: addressees
      .filter((one) => !isReached(one))
      .sort((one, other) => byName.compare(one.customerName, other.customerName)),
  }
}

const byName = new Intl.Collator('en')

export function showAudience({ reached, toCall }: Audience) {
  return { people: new Set(reached.map(({ email }) => email.toLowerCase())).size, toCall }
}

/** The literal queue and order ID let SQLite use its index instead of reading the whole queue. */
export function mailsOfDay(db: Db, marketDayId: number, kind: DayMailKind) {
  return db
    .selectFrom('outbox')
    .where('queue', '=', sql.lit('days' as const))
    .where('kind', '=', kind)
    .where('market_day_id', '=', marketDayId)
    .where(sql<SqlBool>`coalesce(order_id, 0) >= 0`)
}
