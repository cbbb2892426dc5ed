import { useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { trucks } from '#contract/market/truck.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { changeStall } from '../hub.ts'
import { onlinePart } from './online-part.tsx'

afterEach(() => changeStall({ reach: null }))

const SESSION = { person: { name: 'Farmer', role: 'farmer' }, asksAgain: false }

function aDesk(session: { status: number; body: unknown }) {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/admin/session'
      ? new Response(JSON.stringify(session.body), { status: session.status })
      : new Response('"12 boxes"'),
  )
}

function Boxes({ of }: { of: string }) {
  const { data } = useQuery<string>({ queryKey: ['/api/boxes'] })
  const [typed, setTyped] = useState('')
  return (
    <label>
      {of}: {data}
      <input value={typed} onChange={({ target }) => setTyped(target.value)} />
    </label>
  )
}

test('a part of the desk asks for a connection while there is none, and what was typed outlives a lost one', async () => {
  aDesk({ status: 200, body: SESSION })
  const load = vi.fn(async () => Boxes)
  const Part = onlinePart(load)
  changeStall({ reach: 'away' })
  render(<Part of="Saturday" />)
  expect(screen.getByText('This needs a connection.')).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
  act(() => changeStall({ reach: 'there' }))
  await userEvent.type(await screen.findByLabelText(/Saturday: 12 boxes/), 'kept')
  act(() => changeStall({ reach: 'away' }))
  expect(screen.getByDisplayValue('kept')).toBeTruthy()
  expect(screen.queryByText('This needs a connection.')).toBeNull()
})

test('where the shop wants the password again, it is asked for over the part, and the call is made once more', async () => {
  let isFresh = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/admin/login') isFresh = true
    if (!path.endsWith('/settle')) return new Response(JSON.stringify(SESSION))
    const refusal = JSON.stringify({ code: 'sign-in-again', message: 'Please sign in.' })
    return isFresh ? new Response('{}') : new Response(refusal, { status: 403 })
  })
  const done = vi.fn()
  const settle = () => void call(trucks.settle, { params: { id: '1' } }).then(done)
  const Part = onlinePart(async () => () => <Button onClick={settle}>Settle</Button>)
  const Other = onlinePart(async () => () => <p>Other</p>)
  render(<Part />)
  const other = render(<Other />)
  await screen.findByText('Other')
  other.unmount()
  await userEvent.click(await screen.findByRole('button', { name: 'Settle' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await userEvent.type(dialog.getByLabelText('Password'), 'market day{Enter}')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a phone that may sell but is not signed in at the desk is led to the desk', async () => {
  aDesk({ status: 401, body: { code: 'signed-out', message: 'Please sign in.' } })
  const Part = onlinePart(async () => Boxes)
  vi.resetModules()
  render(<Part of="Saturday" />)
  const link = await screen.findByRole('link', { name: 'Sign in at the desk' })
  expect(link.getAttribute('href')).toBe('/admin')
  expect(screen.queryByLabelText(/Saturday/)).toBeNull()
})

test('code that a new release no longer has leads to loading the page again', async () => {
  aDesk({ status: 200, body: SESSION })
  const Part = onlinePart<{ of: string }>(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  render(<Part of="Saturday" />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
