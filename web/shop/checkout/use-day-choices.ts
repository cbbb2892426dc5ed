import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { closedSentence } from '#contract/calendar/day-text.ts'
import type { DeliveryTerms } from '#contract/calendar/delivery.ts'
import { sharedTerms, termsOfZone } from '#contract/calendar/delivery-terms.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { formatMonthDay } from '#contract/time/date-format.ts'
import { invalidate, query } from '#web/api/call.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'
import { ApiFailure } from '#web/api/request.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import { announce } from '#web/ui/announcer.tsx'
import {
  type DayOption,
  formatOption,
  pickupOptions,
  settleChoice,
  zoneOptions,
} from './day-options.ts'
import { useStored } from './stored-state.ts'

export type DayChoice = {
  options: DayOption[]
  option: DayOption | null
  news: string | null
  choose: (value: string) => void
}

type DeliveryZone = {
  /** `Custer, SD`, if the farmer set one for its ZIP codes. */
  town: string
  /** 'agree': the zone, or every zone, has no days of its own. */
  state: 'no ZIP code' | 'looking' | 'unknown' | 'not here' | 'agree' | 'days'
  /** Null before it is known. */
  terms: DeliveryTerms | null
  notHere: string | null
  /** The day (YYYY-MM-DD) delivery there resumes. */
  opensAgain: string | null
  lookAgain: () => unknown
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
  const { zone, key } = useDeliveryZone(needsZone, zip)
  const choiceIn = (scope: string, options: DayOption[]): DayChoice => {
    const choose = (value: string) => change({ [scope]: value })
    const { option, news } = settleChoice(options, chosen[scope])
    // Once shown as chosen, it counts as the buyer's choice, so its changes are announced.
    const isSettled = option?.day !== null || chosen[scope] === undefined
    if (option && !news && isSettled && option.value !== chosen[scope]) choose(option.value)
    return { options, option, news, choose }
  }
  const pickup = choiceIn(PICKUP, pickupOptions(calendar, timeZone))
  const delivery = choiceIn(key, calendar && key ? zoneOptions(calendar, timeZone, key) : [])
  const current = isDelivery ? delivery : pickup
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
    when: isDelivery ? whenDelivered(delivery, zone) : whenPickedUp(pickup),
  }
}

function whenPickedUp({ option }: DayChoice): string | null {
  return option && `Pickup: ${formatOption(option)}`
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
  return zone.opensAgain
    ? `We’ll deliver to you again starting ${formatMonthDay(zone.opensAgain)}.`
    : 'We have no delivery day open for you right now. Please choose pickup or call us.'
}

export type DayChoices = ReturnType<typeof useDayChoices>

function useDeliveryZone(isEnabled: boolean, zip: string): { zone: DeliveryZone; key: string } {
  const client = useQueryClient()
  const { calendar } = useMarketDays()
  const { data, error, isFetching, refetch } = useQuery({
    ...query(marketDays.zone, { params: { zip } }),
    enabled: isEnabled && zip !== '',
  })
  const zones = calendar?.places.filter(({ kind }) => kind === 'delivery') ?? []
  const place = zones.find(({ key }) => key === data?.placeKey)
  const notHere = noDelivery(error)
  useEffect(() => {
    if (notHere) announce(notHere)
  }, [notHere])
  const isAlike = sharedTerms(zones.map(termsOfZone)) !== null
  const terms = isEnabled && place ? { ...termsOfZone(place), ...(!isAlike && { zip }) } : null
  const stateOf = (): DeliveryZone['state'] => {
    if (notHere !== null) return 'not here'
    if (place) return place.hasDays ? 'days' : 'agree'
    if (calendar && !zones.some(({ hasDays }) => hasDays)) return 'agree'
    if (zip === '') return 'no ZIP code'
    return isFetching ? 'looking' : 'unknown'
  }
  const opensAgain = place?.opensAgain ?? null
  const lookAgain = () =>
    Promise.all([refetch(), client.refetchQueries({ queryKey: marketDaysQuery.queryKey })])
  return {
    zone: { town: place?.address ?? '', state: stateOf(), terms, notHere, opensAgain, lookAgain },
    key: place?.key ?? '',
  }
}

function noDelivery(error: Error | null): string | null {
  const isSo = error instanceof ApiFailure && error.refusal.code === 'delivery-not-here'
  return isSo ? error.refusal.message : null
}

export function useFollowedDays(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    const form = new AbortController()
    followMarketDays(client, { signal: form.signal })
    return () => form.abort()
  }, [client, isOn])
}

export async function readDaysAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.refetchQueries({ queryKey: marketDaysQuery.queryKey }),
    invalidate(client, marketDays.zone),
  ])
}
