import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { closedSentence } from '#contract/calendar/day-text.ts'
import { SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { formatMonthDay } from '#contract/time/date-format.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import {
  type DayOption,
  formatOption,
  optionsOf,
  pickupOptions,
  settleChoice,
} from './day-options.ts'
import { type DeliveryZone, useDeliveryZone } from './delivery-zone.ts'
import { useStored } from './stored-state.ts'

export type DayChoice = {
  options: DayOption[]
  option: DayOption | null
  news: string | null
  choose: (value: string) => void
}

type DayChoiceOptions = {
  isDelivery: boolean
  /** Delivery was chosen, even if the cart is below its minimum. */
  needsZone: boolean
  /** Five digits, or nothing. */
  zip: string
  checkoutKey: string
}

const PICKUP = 'pickup'

/** When a chosen day ends or fills up, the choice moves to the next one. */
export function useDayChoices({ isDelivery, needsZone, zip, checkoutKey }: DayChoiceOptions) {
  const { calendar, timeZone } = useMarketDays()
  const [chosen, change] = useStored('days', checkoutKey)
  const zone = useDeliveryZone(needsZone, zip)
  const choiceIn = (scope: string, options: DayOption[]): DayChoice => {
    const choose = (value: string) => change({ [scope]: value })
    const { option, news } = settleChoice(options, chosen[scope])
    // Once shown as chosen, it counts as the buyer's choice, so its changes are announced.
    const isSettled = option?.day !== null || chosen[scope] === undefined
    if (option && !news && isSettled && option.value !== chosen[scope]) choose(option.value)
    return { options, option, news, choose }
  }
  const pickup = choiceIn(PICKUP, pickupOptions(calendar, timeZone))
  const { key = '' } = zone.place ?? {}
  const delivery = choiceIn(
    key,
    calendar ? optionsOf(calendar, timeZone, (place) => place.key === key) : [],
  )
  const current = isDelivery ? delivery : pickup
  const whenPickedUp = pickup.option && `Pickup: ${formatOption(pickup.option)}`
  return {
    calendar,
    zone,
    pickup,
    delivery,
    news: current.option && current.news,
    /** A buyer who pays has seen what became of an earlier choice. */
    accept: () => current.option && current.choose(current.option.value),
    isAgreedOn: isDelivery && zone.state === 'agree',
    closed: calendar && (isDelivery ? calendar.pause : closedSentence(calendar)),
    when: isDelivery ? whenDelivered(delivery, zone) : whenPickedUp,
  }
}

function whenDelivered({ option }: DayChoice, { state }: DeliveryZone): string | null {
  if (option?.name === SEEDED_ZONE) return `Delivery: ${formatOption({ ...option, name: '' })}`
  if (option) return `Delivery: ${formatOption(option)}`
  return state === 'agree' ? 'Delivery: we’ll call or email to set the day' : null
}

export function zoneText({ zone, delivery }: Pick<DayChoices, 'zone' | 'delivery'>): string | null {
  if (zone.state === 'agree') return 'We’ll call or email to set the day.'
  if (zone.state === 'no ZIP code') return 'Enter your ZIP code to see when we deliver.'
  if (zone.state === 'looking') return 'Looking for your delivery days…'
  if (zone.state === 'unknown') return 'We couldn’t look up your delivery days.'
  if (zone.state === 'not here' || delivery.options.some(({ isOpen }) => isOpen)) return null
  return zone.place?.opensAgain
    ? `We’ll deliver to you again starting ${formatMonthDay(zone.place.opensAgain)}.`
    : 'We have no delivery day open for you right now. Please choose pickup or call us.'
}

export type DayChoices = ReturnType<typeof useDayChoices>

export function useFollowedDays(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    const form = new AbortController()
    followMarketDays(client, { signal: form.signal })
    return () => form.abort()
  }, [client, isOn])
}
