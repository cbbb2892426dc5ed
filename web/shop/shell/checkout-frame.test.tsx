import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PageLink } from '#contract/pages/pages.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { pageLinksQuery, settingsQuery } from '#web/api/shop-queries.ts'
import { CheckoutFoot } from './checkout-frame.tsx'

function open(pages: readonly PageLink[], phone: string): string[] {
  const client = createQueryClient()
  client.setQueryData(pageLinksQuery.queryKey, [...pages])
  const value = { key: 'contact_phone' as const, value: phone, description: '' }
  client.setQueryData(settingsQuery.queryKey, [value])
  render(
    <QueryClientProvider client={client}>
      <CheckoutFoot />
    </QueryClientProvider>,
  )
  const links = screen.queryAllByRole('link')
  return links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

test('the checkout leads to the phone, terms, refunds and privacy, and to no other page', () => {
  const pages = ['our-farm', 'privacy', 'refunds', 'terms'].map((slug) => ({ slug, title: slug }))
  expect(open(pages, '(605) 555-0134')).toEqual([
    '(605) 555-0134 tel:+16055550134',
    'terms /pages/terms',
    'refunds /pages/refunds',
    'privacy /pages/privacy',
  ])
})

test('what is not published is not linked, and a farm without a phone names none', () => {
  expect(open([{ slug: 'privacy', title: 'Privacy' }], '')).toEqual(['Privacy /pages/privacy'])
  cleanup()
  expect(open([], '')).toEqual([])
  expect(screen.queryByRole('contentinfo')).toBeNull()
})
