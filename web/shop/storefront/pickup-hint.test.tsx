import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aCalendar } from '#tests/a-checkout.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { PickupHint } from './pickup-hint.tsx'

afterEach(cleanup)

function show(calendar: ReturnType<typeof aCalendar> | null) {
  const client = createQueryClient(async () => null)
  client.setQueryData(marketDaysQuery.queryKey, calendar)
  const { container } = render(
    <QueryClientProvider client={client}>
      <PickupHint />
    </QueryClientProvider>,
  )
  return container.textContent
}

test('each place says its next day, where it is and how to find it', () => {
  const [market, store] = aCalendar().places
  if (!market || !store) throw new Error('There are two places.')
  const address = '412 Cedar Lane'
  const mapUrl = 'https://maps.example/412'
  const said = show({ ...aCalendar(), places: [market, { ...store, address, mapUrl }] })
  expect(said).toContain('Farmers market, Saturday 9am to noon')
  expect(said).toContain('Farm store, Saturday 2pm to 5pm, 412 Cedar Lane')
  expect(said).toContain('Free pickup on Saturday, Nov 28')
  expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe(mapUrl)
})

test('a pause speaks in the farmer’s words; unknown days leave what holds in every week', () => {
  expect(show({ ...aCalendar(), pause: 'Back on Monday.' })).toContain('Back on Monday.')
  expect(show(null)).toContain('Farm store, Saturday 2pm to 5pm')
})
