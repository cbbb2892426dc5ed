import { CONTACT_KEYS } from '#contract/people/admin.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { farmDayOf, startOfFarmDay } from '#contract/time/farm-time.ts'
import { getValue } from '#server/core/key-value.ts'
import { readFailure } from '#server/core/long-job.ts'
import { DESK_QUEUES, hasFailed } from '#server/core/watched-mails.ts'
import type { Db } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { listMissedOrders } from './missed-orders.ts'
import { countWrongTries } from './record-wrong-password.ts'

export async function readWarnings(db: Db, now: Date) {
  const refunds = db.selectFrom('refunds').select((row) => row.fn.countAll<number>().as('n'))
  const givenUp = await countGivenUp(db, now)
  const failed = await refunds.where('state', '=', 'failed').executeTakeFirstOrThrow()
  const hooksOff = db.selectFrom('hooks').select('id').where('off_at', 'is not', null)
  const givenUpHooks = await hooksOff.where('failing_since', 'is not', null).execute()
  const alerts = [
    await getValue(db, 'provider_alert'),
    await getValue(db, 'webhook_alert'),
    await getValue(db, 'webhook_unsigned'),
  ]
  const providerAlert = alerts.filter(Boolean).join(' ') || null
  const backupFailure = (await readFailure(db, 'backup_alert'))?.message ?? null
  const settings = await readSettings(db)
  const unsaidContacts = CONTACT_KEYS.filter(
    (key) => !settings.some((setting) => setting.key === key && setting.value !== ''),
  )
  const isForAnyone = settingValue(settings, 'pickup_pay_who') === 'anyone'
  const places = db.selectFrom('places').select('id').where('pays_at_pickup', '=', true)
  const place = await places.where('retired_at', 'is', null).limit(1).executeTakeFirst()
  const timeZone = settingValue(settings, 'time_zone')
  const today = startOfFarmDay(farmDayOf(now.toISOString(), timeZone).toString(), timeZone)
  const wrongTriesToday = await countWrongTries(db, new Date(today))
  return {
    givenUpMails: givenUp.mails,
    givenUpReplies: givenUp.replies,
    missedOrders: await listMissedOrders(db),
    failedRefunds: failed.n,
    hooksGivenUp: givenUpHooks.length,
    providerAlert,
    backupFailure,
    anyonePaysAtPickup: isForAnyone && place !== undefined,
    unsaidContacts,
    wrongTriesToday,
  }
}

function countGivenUp(db: Db, now: Date): Promise<{ mails: number; replies: number }> {
  return db
    .selectFrom('outbox')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('queue', 'in', DESK_QUEUES).as('mails'),
      row.fn.countAll<number>().filterWhere('queue', '=', 'replies').as('replies'),
    ])
    .where('given_up_at', 'is not', null)
    .where(hasFailed(now))
    .executeTakeFirstOrThrow()
}
