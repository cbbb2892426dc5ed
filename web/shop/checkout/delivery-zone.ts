import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DeliveryTerms } from '#contract/calendar/delivery.ts'
import { sharedTerms, termsOfZone } from '#contract/calendar/delivery-terms.ts'
import { type MarketPlace, marketDays } from '#contract/calendar/market-days.ts'
import { invalidate, query } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import { announce } from '#web/ui/announcer.tsx'

export type DeliveryZone = {
  /** Its `address` is `Custer, SD`, if the farmer set one for its ZIP codes. */
  place: MarketPlace | undefined
  /** 'agree': the zone, or every zone, has no days of its own. */
  state: 'no ZIP code' | 'looking' | 'unknown' | 'not here' | 'agree' | 'days'
  /** Null before it is known. */
  terms: DeliveryTerms | null
  notHere: string | null
  lookAgain: () => unknown
}

export function useDeliveryZone(isEnabled: boolean, zip: string): DeliveryZone {
  const client = useQueryClient()
  const { calendar } = useMarketDays()
  const { data, error, isFetching } = useQuery({
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
  return { place, state: stateOf(), terms, notHere, lookAgain: () => readDaysAgain(client) }
}

export async function readDaysAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.refetchQueries({ queryKey: marketDaysQuery.queryKey }),
    invalidate(client, marketDays.zone),
  ])
}

function noDelivery(error: Error | null): string | null {
  const isSo = error instanceof ApiFailure && error.refusal.code === 'delivery-not-here'
  return isSo ? error.refusal.message : null
}
