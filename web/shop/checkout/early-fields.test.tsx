import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useRef } from 'react'
import { expect, test } from 'vitest'
import { EarlyFields } from './contact-fields.tsx'
import { takeUpEarly } from './early-fields.ts'
import { useFields } from './use-fields.ts'

function Form({ whileDrawn }: { whileDrawn: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { wired } = useFields('a cart')
  useLayoutEffect(() => takeUpEarly(form.current), [])
  const { current: draw } = useRef(whileDrawn)
  if (form.current === null) draw()
  return (
    <form ref={form}>
      <input aria-label="Name" {...wired('customerName')} />
      <input aria-label="Mail" {...wired('customerEmail')} />
    </form>
  )
}

const early = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('what is typed early stands in the form: fields drawn anew, letters that come while it is drawn', async () => {
  const page = render(<EarlyFields key="as served" />)
  await userEvent.type(early('Full name'), 'Ada')
  // As React does if the page was translated before hydration.
  page.rerender(<EarlyFields key="drawn anew" />)
  await userEvent.type(early('Email'), 'ada@example.co')
  const mail = early('Email')
  page.rerender(
    <Form
      whileDrawn={() => {
        if (!mail.isConnected) return
        mail.value += 'm'
        mail.dispatchEvent(new Event('input', { bubbles: true }))
      }}
    />,
  )
  expect(textIn('Name')).toBe('Ada')
  expect(textIn('Mail')).toBe('ada@example.com')
  expect(document.activeElement).toBe(screen.getByLabelText('Mail'))
})

test('a field that was emptied early is empty in the form', async () => {
  const page = render(<EarlyFields />)
  await userEvent.type(early('Full name'), 'Bo')
  await userEvent.clear(early('Full name'))
  page.rerender(<Form whileDrawn={() => {}} />)
  expect(textIn('Name')).toBe('')
})
