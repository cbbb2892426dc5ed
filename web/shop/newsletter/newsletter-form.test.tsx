import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { readToasts } from '#web/ui/toast-store.ts'
import { NewsletterForm } from './newsletter-form.tsx'

async function subscribeAs(email: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const requested: unknown[] = []
  const fetching = vi.fn((path: string, { body }: RequestInit) => {
    requested.push([path, JSON.parse(String(body))])
    return promise.then((sent) => sent.clone())
  })
  vi.stubGlobal('fetch', fetching)
  render(<NewsletterForm />)
  await userEvent.type(field(), email)
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledOnce())
  return { asked: requested, answer: resolve, fail: reject }
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Email/)

test('the field is for an email address and required', () => {
  render(<NewsletterForm />)
  expect([field().type, field().required]).toEqual(['email', true])
})

test('while the shop is asked the button says so; then the field is cleared and thanks are said', async () => {
  const { asked: requested, answer } = await subscribeAs('ada@example.com')
  expect(requested).toEqual([['/api/newsletter/subscribe', { email: 'ada@example.com' }]])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribing...' }).disabled).toBe(
    true,
  )
  answer(Response.json({ message: 'Thanks' }))
  await screen.findByRole('button', { name: 'Subscribe' })
  expect(field().value).toBe('')
  expect(readToasts()).toMatchObject([
    { title: 'Subscribed!', description: 'Thanks for subscribing to our newsletter! 🌱' },
  ])
})

test('a refusal is told in the shop’s words, at the field too, and what was typed stays', async () => {
  const { answer } = await subscribeAs('ada@example.com')
  answer(
    Response.json(
      { code: 'newsletter-closed', message: 'The newsletter is closed.' },
      { status: 409 },
    ),
  )
  await screen.findByRole('button', { name: 'Subscribe' })
  expect(field().value).toBe('ada@example.com')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(readToasts()).toMatchObject([
    {
      title: 'Subscription failed',
      description: 'The newsletter is closed.',
      variant: 'destructive',
    },
  ])
})

test.each([
  ['', 'Please enter your email address.'],
  ['zoë@example.com', 'We can’t send email to an address with “ë” in it.'],
])('what is no address, %j, is said at the field, and nothing is sent', async (typed, sentence) => {
  const fetching = vi.fn()
  vi.stubGlobal('fetch', fetching)
  render(<NewsletterForm />)
  if (typed) await userEvent.type(field(), typed)
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await screen.findByText(sentence)
  expect(document.activeElement).toBe(field())
  expect(field().closest('form')?.noValidate).toBe(true)
  expect(fetching).not.toHaveBeenCalled()
})

test.each([
  [true, 'Something went wrong. Please try again.'],
  [false, 'You’re offline. Please try again when you’re back online.'],
])(
  'no answer is told, with a connection (%s) or without, which leaves nothing at the field',
  async (isOnline, description) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const { fail } = await subscribeAs('ada@example.com')
    fail(new TypeError('offline'))
    await screen.findByRole('button', { name: 'Subscribe' })
    expect(readToasts()).toMatchObject([{ title: 'Subscription failed', description }])
    if (!isOnline) expect(field().getAttribute('aria-invalid')).toBeNull()
  },
)

test('a mail domain that looks mistyped is offered as it was meant once the field is left', async () => {
  render(<NewsletterForm />)
  await userEvent.type(field(), 'ada@gmial.com')
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
  await userEvent.tab()
  await userEvent.click(await screen.findByRole('button', { name: 'Use it: ada@gmail.com' }))
  expect(field().value).toBe('ada@gmail.com')
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
})

test('an address that looks mistyped is asked back before anything is sent, and taken when it is sent again', async () => {
  const fetching = vi.fn(async () => Response.json({ message: 'Thanks' }))
  vi.stubGlobal('fetch', fetching)
  render(<NewsletterForm />)
  await userEvent.type(field(), 'ada@gmial.com{Enter}')
  await screen.findByText(/^Did you mean/)
  expect([fetching.mock.calls.length, field().value]).toEqual([0, 'ada@gmial.com'])
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledOnce())
})

test('where a mail is to be confirmed, a line under the form says so until more is typed', async () => {
  const { answer } = await subscribeAs('ada@example.com')
  answer(Response.json({ message: 'Thanks', next: 'Please check your email.' }))
  await screen.findByText('Please check your email.')
  await userEvent.type(field(), 'b')
  expect(screen.queryByText('Please check your email.')).toBeNull()
})
