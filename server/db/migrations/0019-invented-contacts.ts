import { type Kysely, sql } from 'kysely'

/**
 * Earlier releases wrote the phone number and the e-mail address of the demo farm into the settings of any shop whose owner
 * pressed 'Initialize Default Settings'. Nobody answers there: outside the demo shop they are taken out.
 */
export async function forgetInventedContacts(tx: Kysely<never>): Promise<void> {
  await sql`
    update settings set value = ''
    where ((key = 'contact_phone' and value = '(605) 555-0134') or (key = 'contact_email' and value = 'hello@farmstand.example'))
      and not exists (select 1 from shop_memory where shop_memory.key = 'demo_filled')`.execute(tx)
}
