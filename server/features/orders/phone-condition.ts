import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A phone number, or its end: at least four digits, as people write them. */
const PHONE = /^(?=(?:\D*\d){4})[\d\s()+.-]+$/

export function isPhone(text: string): boolean {
  return PHONE.test(text)
}

/** Phone numbers are looked for in so many orders, the newest. */
const MAX_PHONES = 5000

/** Orders whose phone number ends with the digits of a text. */
export function hasPhone(text: string): RawBuilder<SqlBool> {
  const end = text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const digits = [' ', '(', ')', '-', '.'].reduce(
    (phone, mark) => sql`replace(${phone}, ${sql.lit(mark)}, '')`,
    sql`customer_phone`,
  )
  return sql`id in (
    select id from (
      select id, customer_phone from orders order by created_at desc, id desc limit ${MAX_PHONES}
    ) as newest where ${digits} like ${`%${end}`}
  )`
}
