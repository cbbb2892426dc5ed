import { sql } from 'kysely'
import { openDeliveryArea } from '#contract/calendar/us-states.ts'
import { keysOf } from '#contract/changed-fields.ts'
import {
  type CardState,
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
} from '#contract/settings/first-steps.ts'
import { DRAWN, FARM_IN_PICTURES } from '#contract/settings/photos.ts'
import {
  INITIAL_SETTINGS,
  SETTING_VALUES,
  type SettingKey,
  settingValue,
} from '#contract/settings/setting-table.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { getValue } from '#server/core/key-value.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { listZones } from '#server/features/calendar/calendar-queries.ts'
import { showAtPickup } from '#server/features/checkout/pickup-caps.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

export async function readFirstSteps(shop: Shop): Promise<FirstSteps> {
  const isAtPickup = (await showAtPickup(shop)) !== null
  return snapshot(shop.db, async (db) => {
    const settings = await readSettings(db)
    const cards = cardState(shop.payments)
    const isDone: Record<FirstStep, boolean> = {
      farm: isFarmSaid(settings),
      places: await arePlacesSet(db),
      photos: PHOTO_KEYS.every((key) => isOwnPhoto(settingValue(settings, key))),
      product: (await countGoods(db)).own > 0,
      mail: shop.mail !== null,
      cards: cards === 'live' || isAtPickup,
      backup: shop.backups.isEncrypted && settingValue(settings, 'backup_nightly') !== 'false',
      trial: await isTried(db),
    }
    const isOpen = (await listZones(db)).some(({ zips }) => zips === null)
    const deliversTo = isOpen ? openDeliveryArea(settingValue(settings, 'business_address')) : null
    return { done: FIRST_STEPS.filter((step) => isDone[step]), cards, deliversTo }
  })
}

/**
 * The farm's name, its address and a way to reach it; the town that a new shop starts with doesn't
 * count as an address.
 */
function isFarmSaid(settings: Setting[]): boolean {
  const said = (key: SettingKey) => settingValue(settings, key).trim()
  const isNamed = said('farm_name') !== SETTING_VALUES.farm_name
  const address = said('business_address')
  const isPlaced = address !== '' && address !== INITIAL_SETTINGS.business_address
  return isNamed && isPlaced && (said('contact_phone') !== '' || said('contact_email') !== '')
}

const PHOTO_KEYS = keysOf(FARM_IN_PICTURES).filter((key) => key.startsWith('photo_'))

const isOwnPhoto = (value: string) => value !== '' && !value.endsWith(DRAWN)

/** A real card that was charged and refunded, or an order paid at pickup. */
async function isTried(db: Db): Promise<boolean> {
  const paid = db
    .selectFrom('tenders')
    .innerJoin('pickup_requests', 'pickup_requests.order_id', 'tenders.order_id')
    .select('tenders.id')
    .where('tenders.amount_cents', '>', 0)
  if (await paid.limit(1).executeTakeFirst()) return true
  const tried = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.id')
    .where('livemode', '=', true)
    .where('refunds.state', '=', 'succeeded')
  return (await tried.limit(1).executeTakeFirst()) !== undefined
}

async function arePlacesSet(db: Db): Promise<boolean> {
  const places = await db
    .selectFrom('places')
    .select(['kind', 'address', 'zips'])
    .where('retired_at', 'is', null)
    .execute()
  return (
    places.length > 0 &&
    places.every(({ kind, address, zips }) => (kind === 'pickup' ? address !== '' : zips !== null))
  )
}

/** For sale. Demo products share one creation instant; once edited they are the farmer's own. */
async function countGoods(db: Db): Promise<{ own: number; demo: number }> {
  const filledAt = (await getValue(db, 'demo_filled')) ?? ''
  const isDemo = sql<boolean>`(created_at = ${filledAt} and updated_at = created_at)`
  const { all, demo } = await db
    .selectFrom('products')
    .where('archived_at', 'is', null)
    .select((row) => [
      row.fn.countAll<number>().as('all'),
      row.fn.countAll<number>().filterWhere(isDemo).as('demo'),
    ])
    .executeTakeFirstOrThrow()
  return { own: all - demo, demo }
}

/** Demo products that customers can order for real money. */
export async function countDemoForMoney(shop: Shop): Promise<number> {
  const isReal = cardState(shop.payments) === 'live' || (await showAtPickup(shop)) !== null
  return isReal ? (await countGoods(shop.db)).demo : 0
}

export function cardState({ isOpen, name, livemode }: PaymentProvider): CardState {
  if (!isOpen) return 'closed'
  if (name === 'sandbox') return 'sandbox'
  return livemode ? 'live' : 'test'
}
