import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { NotifyMe } from './notify-me.tsx'

const BEETS = {
  ...{ id: 7, name: 'Ruby Beets', description: '', category: 'Vegetables' as const },
  ...{ price: 5, stock: 0, imageUrl: null },
}
const OPEN = { body: { areSent: true }, status: 200 }

function open(list: object, joined: { body: object; status: number } = OPEN) {
  const sent: unknown[] = []
  const fetching = vi.fn(async (path: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json(list)
    sent.push([path, JSON.parse(String(body))])
    return Response.json(joined.body, { status: joined.status })
  })
  vi.stubGlobal('fetch', fetching)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NotifyMe product={BEETS} />
    </QueryClientProvider>,
  )
  return { fetching, sent }
}

async function ask(email: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me when it’s back' }))
  await userEvent.type(screen.getByLabelText(/^Your email/), email)
  await userEvent.click(screen.getByRole('button', { name: 'Tell me when it’s back' }))
}

test('who asks is told to look into the mail', async () => {
  const { sent } = open({ areSent: true }, { body: { message: 'Please check.' }, status: 200 })
  await ask('ada@example.com')
  expect((await screen.findByRole('status')).textContent).toBe('Please check.')
  expect(sent).toEqual([['/api/waiting-list', { productId: 7, email: 'ada@example.com' }]])
})

test('an address that was sent mistyped can still be put right', async () => {
  const { sent } = open({ areSent: true }, { body: { message: 'Please check.' }, status: 200 })
  await ask('ada@gmial.com')
  await userEvent.click(await screen.findByRole('button', { name: 'Use it: ada@gmail.com' }))
  await vi.waitFor(() => expect(screen.queryByText(/^Did you mean/)).toBeNull())
  expect(sent.at(-1)).toEqual(['/api/waiting-list', { productId: 7, email: 'ada@gmail.com' }])
})

test('a refusal stands at the field, and what was typed stays', async () => {
  const message = 'Good news: Ruby Beets is back. You can order it now.'
  open({ areSent: true }, { body: { code: 'in-stock', message }, status: 409 })
  await ask('ada@example.com')
  expect(await screen.findByText(message)).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>(/^Your email/)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['ada@example.com', 'true'])
})

test('what is no address is said at the field, and nothing is sent', async () => {
  const { sent } = open({ areSent: true })
  await ask('maria@@gmail.com')
  expect(await screen.findByText('There’s more than one @ in this email address.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Your email/))
  expect(sent).toEqual([])
})

test('a shop that sends no mail offers nothing', async () => {
  const { fetching } = open({ areSent: false })
  await vi.waitFor(() => expect(fetching).toHaveBeenCalled())
  await new Promise((done) => setTimeout(done, 20))
  expect(screen.queryByRole('button')).toBeNull()
})
