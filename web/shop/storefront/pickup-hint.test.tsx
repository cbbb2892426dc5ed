import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mapLink } from '#contract/calendar/map-link.ts'
import { aCalendar } from '#tests/a-checkout.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { settlePhone } from '#web/shop/shell/settle-phone.ts'
import { PickupHint } from './pickup-hint.tsx'

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
  expect(said).toContain('Free pickup on Saturday, Nov 28 · order by Friday, 11:59 PM')
  expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe(mapUrl)
})

test('an Apple device opens its own maps, in what only the server shows too', () => {
  const APPLE = 'https://maps.apple.com/?daddr=412%20Cedar%20Lane'
  const [google = '', own] = [mapLink(null, '412 Cedar Lane'), 'https://maps.example/412']
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  })
  const calendar = aCalendar()
  const places = [google, own].flatMap((mapUrl, at) =>
    calendar.places.slice(at, at + 1).map((place) => ({ ...place, mapUrl })),
  )
  show({ ...calendar, places })
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs()).toEqual([APPLE, own])
  cleanup()
  document.body.innerHTML = `<p id="contact"><a href="${google}">Map</a><a href="${own}">Map</a></p>`
  settlePhone()
  expect(hrefs()).toEqual([APPLE, own])
  vi.unstubAllGlobals()
  document.body.innerHTML = `<p id="contact"><a href="${google}">Map</a></p>`
  settlePhone()
  expect(hrefs()).toEqual([google])
  document.body.replaceChildren()
})

test('places whose days or ends of ordering differ say their own', () => {
  const orderUntil = '2026-11-25T03:00:00.000Z'
  const said = show(
    aCalendar({ day: '2026-11-25', opensAt: '2026-11-25T21:00:00.000Z', orderUntil }),
  )
  expect(said).toContain('Farm store, Wednesday 2pm to 5pm, Nov 25 · order by Tuesday, 8 PM')
  expect(said).toContain('Farmers market, Saturday 9am to noon, Nov 28 · order by Friday, 11:59 PM')
})

test('a pause speaks in the farmer’s words; unknown days leave what holds in every week', () => {
  expect(show({ ...aCalendar(), pause: 'Back on Monday.' })).toBe('Back on Monday.')
  const places = aCalendar().places.map((place) => ({ ...place, opensAgain: '2027-05-02' }))
  cleanup()
  expect(show({ ...aCalendar(), places, days: [] })).toBe('We open again on May 2')
  cleanup()
  expect(show(null)).toContain('Farm store, Saturday 2pm to 5pm')
})
