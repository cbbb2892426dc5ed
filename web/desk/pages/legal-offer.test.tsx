import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { bodies, FARM_PAGE, openDesk } from '#tests/a-desk.tsx'

beforeEach(() => history.replaceState(null, '', '/admin'))

const page = (id: number, slug: string) => ({ ...FARM_PAGE, id, slug, title: slug })

test('the desk offers what is missing of terms, refunds and privacy, as a draft', async () => {
  const { user, requests } = openDesk(
    {
      'GET /api/pages': { body: [page(1, 'terms'), page(2, 'refunds')] },
      'POST /api/pages': { status: 201, body: { ...page(3, 'privacy'), removed: [] } },
    },
    '#pages',
  )
  const offer = await screen.findByRole('button', { name: 'Add a draft: Privacy' })
  expect(screen.queryByRole('button', { name: 'Add a draft: Terms' })).toBeNull()
  await user.click(offer)
  expect(bodies(requests, 'POST /api/pages')).toEqual([
    expect.objectContaining({ slug: 'privacy', title: 'Privacy', isActive: false }),
  ])
})
