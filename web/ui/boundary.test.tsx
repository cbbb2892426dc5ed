import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PagePart } from '#contract/pages/page-parts.ts'
import { Boundary, onPartBroken, Safe } from './boundary.tsx'

// React's report of the error on the console.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const heard: PagePart[] = []
onPartBroken((part) => heard.push(part))

function Price({ breaking }: { breaking: { now: () => void } }) {
  const [isBroken, setBroken] = useState(false)
  breaking.now = () => setBroken(true)
  if (isBroken) throw new Error('It cannot be drawn.')
  return <p>$5.00</p>
}

function aPage() {
  const breaking = { now: () => {} }
  render(
    <Safe value="Your order is kept.">
      <Boundary part="products">
        <p>Products</p>
        <Price breaking={breaking} />
      </Boundary>
      <Boundary part="cart">
        <input aria-label="Note" />
      </Boundary>
    </Safe>,
  )
  return breaking
}

test('a part that breaks says so, what is safe and how to go on, and is told once', () => {
  heard.length = 0
  const breaking = aPage()
  act(() => breaking.now())
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('Something went wrong here.')
  expect(alert.textContent).toContain('Your order is kept.')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  screen.getByRole('button', { name: 'Load the page again' }).click()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Products')).toBeNull()
  expect(heard).toEqual(['products'])
})

test('what stands beside it goes on with what was typed', () => {
  const breaking = aPage()
  const field = screen.getByLabelText<HTMLInputElement>('Note')
  field.value = 'Please ring twice.'
  act(() => breaking.now())
  expect(screen.getByLabelText('Note')).toBe(field)
  expect(field.value).toBe('Please ring twice.')
})
